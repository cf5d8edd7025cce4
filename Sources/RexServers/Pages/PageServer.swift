import RexJSON
import RexPage
package import RexSockets

/// Serves the page of a log to a browser of this machine.
///
///     GET  /TOKEN/                        the page
///     GET  /TOKEN/log                     the log's files and what can be asked
///     GET  /TOKEN/log/0/1?from=0&to=4096  bytes of file 1 of log 0
///     POST /TOKEN/ask                     a question; its answer comes in lines of JSON
///
/// Only who knows the token is answered, so that no other page and no other user reads the log. A
/// browser tells of other pages' requests, which are refused as well.
package final class PageServer: Sendable {
  private let server: HTTPServer
  private let answers: PageAnswers
  private let token: String

  /// The most bytes in one answer.
  private static let rangeBytesMax = 8 << 20
  private static let waitMs = 20_000

  /// A server with a token that nobody can guess.
  package init(_ host: PageHost, port: UInt16 = 0) throws(SocketError) {
    var random = SystemRandomNumberGenerator()
    token = (0..<4).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
    server = try HTTPServer(port: port)
    answers = PageAnswers(host)
  }

  /// What a browser opens.
  package var address: String { "\(origin)/\(token)/" }

  private var origin: String { "http://127.0.0.1:\(server.port)" }

  /// The names under which a browser asks for it; it leaves out the usual port.
  private var hosts: [String] {
    ["127.0.0.1:\(server.port)"] + (server.port == 80 ? ["127.0.0.1"] : [])
  }

  /// Answers requests until it is stopped.
  ///
  /// - Parameter whenOpened: called after the page was sent.
  package func run(
    until isStopped: @escaping @Sendable () -> Bool,
    whenOpened: @escaping @Sendable () -> Void = {}
  ) throws(SocketError) {
    let follower = answers.follow(until: isStopped)
    defer { follower.cancel() }
    try server.run(until: isStopped) { [self] request, reply in
      try answer(request, reply, isStopped)
      if request.path.count == 2, request.path[1].isEmpty { whenOpened() }
    }
  }

  private func answer(
    _ request: HTTPRequest, _ reply: HTTPReply, _ isStopped: @escaping @Sendable () -> Bool
  ) throws {
    // Another name for this machine could be that of a page elsewhere, which it has changed since.
    guard let host = request.headers["host"], hosts.contains(host) else {
      throw HTTPFailure.forbidden
    }
    guard request.path.first == token else { throw HTTPFailure.notFound }
    let path = Array(request.path.dropFirst())
    switch (request.method, path.first, path.count) {
    case (.get, "", 1):
      // The file that opens the browser is of another origin.
      let policy = [("Content-Security-Policy", "frame-ancestors 'none'")]
      try reply.send("text/html; charset=utf-8", Array(LogPage.served.utf8), headers: policy)
    case (.get, "log", 1):
      try refuseOthers(request)
      try wait(request, reply, isStopped)
      try reply.send("application/json", answers.overview.bytes)
    case (.get, "log", 3):
      try refuseOthers(request)
      try reply.send("application/octet-stream", try bytes(path, request.query))
    case (.post, "ask", 1):
      try refuseOthers(request)
      guard request.headers["content-type"] == "application/json",
        let question = try? JSON(parsing: request.body)
      else { throw HTTPFailure.badRequest }
      try answers.answer(question, reply, isStopped)
    default: throw HTTPFailure.notFound
    }
  }

  /// Refuses what another page asks for.
  private func refuseOthers(_ request: HTTPRequest) throws(HTTPFailure) {
    let origins = hosts.map { "http://" + $0 }
    let isOwn = request.headers["origin"].map(origins.contains) ?? true
    let isSameSite = request.headers["sec-fetch-site"].map { $0 == "same-origin" } ?? true
    guard isOwn, isSameSite else { throw .forbidden }
  }

  /// Waits until the log is another one than the page knows.
  private func wait(
    _ request: HTTPRequest, _ reply: HTTPReply, _ isStopped: () -> Bool
  ) throws {
    guard let log = request.query["log"], let size = request.query["size"] else { return }
    answers.waitForChange(of: log, size: size, atMostMs: Self.waitMs) {
      isStopped() || reply.isGone
    }
  }

  private func bytes(_ path: [String], _ query: [String: Int]) throws -> [UInt8] {
    guard let log = Int(path[1]), let file = Int(path[2]), let from = query["from"],
      let end = query["to"], from <= end
    else { throw HTTPFailure.badRequest }
    guard end - from <= Self.rangeBytesMax else { throw HTTPFailure.tooLarge }
    guard let bytes = try answers.bytes(ofLog: log, file: file, from..<end) else {
      throw HTTPFailure.notFound
    }
    return bytes
  }
}
