import Foundation
import RexLocking
package import RexSockets

/// Answers the requests of browsers on this machine, each on a connection and a thread of its own.
package final class HTTPServer: Sendable {
  private let listener: LoopbackListener
  private let connectionCount = Locked(0)

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
      let isFull = connectionCount.withLock { count in
        count += 1
        return count > Self.connectionsMax
      }
      let end = { @Sendable [connectionCount] in connectionCount.withLock { $0 -= 1 } }
      guard !isFull else {
        end()
        continue
      }
      let thread = Thread {
        Self.serve(connection, answer)
        end()
      }
      // Values are nested, and threads other than the first have little room on Apple's systems.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private static func serve(
    _ connection: LoopbackSocket, _ answer: (HTTPRequest, HTTPReply) throws -> Void
  ) {
    let reply = HTTPReply(connection)
    do {
      guard let request = try HTTPRequest(from: connection) else { return }
      try answer(request, reply)
    } catch let failure as HTTPFailure {
      try? reply.send(status: failure.rawValue)
    } catch {
      // Nobody is there to be told.
    }
    connection.shutdown()
  }
}

/// The answer to a request: all at once, or piece by piece until the connection ends.
final class HTTPReply: Sendable {
  private let connection: LoopbackSocket
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

  func write(_ bytes: [UInt8]) throws(SocketError) {
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
