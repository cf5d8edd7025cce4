import Foundation
import RexLocking
package import RexSockets

/// Answers the requests of browsers on this machine, each on a connection and a thread of its own.
package final class HTTPServer: Sendable {
  private let listener: LoopbackListener
  private let connectionCount = Locked(0)
  /// The connections on which no request has come yet, the oldest first.
  private let waiting = Locked<[LoopbackSocket]>([])

  /// More connections than a browser makes.
  private static let connectionsMax = 64
  private static let acceptMs = 100

  /// Listens at a port; 0 takes any that is free.
  package init(port: UInt16 = 0) throws(SocketError) { listener = try LoopbackListener(port: port) }

  package var port: UInt16 { listener.port }

  /// Accepts connections until it is stopped.
  func run(
    until isStopped: () -> Bool,
    _ answer: @escaping @Sendable (HTTPRequest, HTTPReply) throws -> Void
  ) throws(SocketError) {
    while !isStopped() {
      guard let connection = try listener.accept(withinMs: Self.acceptMs) else { continue }
      if connectionCount.withLock(\.self) >= Self.connectionsMax {
        // Whoever says nothing keeps nobody else out.
        guard let idle = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
        idle.shutdown()
      }
      connectionCount.withLock { $0 += 1 }
      waiting.withLock { $0.append(connection) }
      let thread = Thread { [self] in
        serve(connection, answer)
        connectionCount.withLock { $0 -= 1 }
      }
      // Values are nested, and threads other than the first have little room on Apple's systems.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private func serve(
    _ connection: LoopbackSocket, _ answer: (HTTPRequest, HTTPReply) throws -> Void
  ) {
    let reply = HTTPReply(connection)
    do {
      defer { waiting.withLock { $0.removeAll { $0 === connection } } }
      let request = try HTTPRequest(from: connection)
      waiting.withLock { $0.removeAll { $0 === connection } }
      if let request { try answer(request, reply) }
    } catch let failure as HTTPFailure {
      try? reply.send(status: failure.rawValue)
    } catch is SocketError {
      // Nobody is there to be told.
    } catch {
      if !reply.hasBegun { try? reply.send(status: HTTPFailure.failed.rawValue) }
    }
    connection.shutdown()
  }
}

/// The answer to a request: all at once, or piece by piece until the connection ends.
final class HTTPReply: Sendable {
  private let connection: LoopbackSocket
  private let isBegun = Locked(false)
  private let look = Locked((next: ContinuousClock.now, isGone: false))

  /// A browser that takes nothing for so long is gone.
  private static let writeMs = 60_000
  private static let lookMs = 50

  init(_ connection: LoopbackSocket) { self.connection = connection }

  /// Sends a whole answer.
  func send(
    status: Int = 200, _ type: String = "text/plain", _ bytes: [UInt8] = [],
    headers: [(String, String)] = []
  ) throws(SocketError) {
    let all = headers + [("Content-Length", "\(bytes.count)")]
    try write(Self.head(status, type, all) + bytes)
  }

  /// Begins an answer whose pieces are written as they are there.
  func begin(_ type: String) throws(SocketError) { try write(Self.head(200, type, [])) }

  /// Whether something was sent.
  var hasBegun: Bool { isBegun.withLock(\.self) }

  func write(_ bytes: [UInt8]) throws(SocketError) {
    isBegun.withLock { $0 = true }
    try connection.write(bytes, withinMs: Self.writeMs)
  }

  /// Whether nobody waits for the answer any more; looked at every now and then.
  var isGone: Bool {
    look.withLock { look in
      if !look.isGone, ContinuousClock.now >= look.next {
        look = (.now + .milliseconds(Self.lookMs), connection.isAtEnd)
      }
      return look.isGone
    }
  }

  private static func head(
    _ status: Int, _ type: String, _ headers: [(String, String)]
  ) -> [UInt8] {
    let all =
      [
        ("Content-Type", type), ("Connection", "close"), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
      ] + headers
    let lines = all.map { "\($0.0): \($0.1)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) \(status == 200 ? "OK" : "Error")\r\n\(lines)\r\n".utf8)
  }
}
