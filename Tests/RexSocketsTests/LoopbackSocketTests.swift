import Foundation
import RexSockets
import Testing

@Suite struct LoopbackSocketTests {
  private let timeoutMs = 60_000

  private func pair() throws -> (LoopbackSocket, LoopbackSocket) {
    let listener = try LoopbackListener()
    let first = try LoopbackSocket.connect(toPort: listener.port, withinMs: timeoutMs)
    return (first, try #require(try listener.accept(withinMs: timeoutMs)))
  }

  @Test func carriesMoreThanBuffersHoldBothWays() throws {
    let (first, second) = try pair()
    let sent = (0..<(8 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let timeoutMs = timeoutMs
    // Tests that wait may hold all threads of tasks.
    Thread.detachNewThread { try? first.write(sent, withinMs: timeoutMs) }
    var read: [UInt8] = []
    while read.count < sent.count { read += try second.read(atMost: 1 << 16, withinMs: timeoutMs) }
    #expect(read == sent)
    try second.write([1, 2, 3], withinMs: timeoutMs)
    #expect(try first.read(atMost: 2, withinMs: timeoutMs) == [1, 2])
    #expect(try first.read(atMost: 2, withinMs: timeoutMs) == [3])
  }

  @Test func nothingWaitsLongerThanItIsToldTo() throws {
    let (first, second) = try pair()
    #expect(throws: SocketError.timedOut) { try first.read(atMost: 1, withinMs: 20) }
    #expect(throws: SocketError.timedOut) {
      try first.write([UInt8](repeating: 0, count: 64 << 20), withinMs: 20)
    }
    let listener = try LoopbackListener()
    #expect(try listener.accept(withinMs: 20) == nil)
    withExtendedLifetime(second) {}
  }

  @Test func anEndIsReadAsNothing() throws {
    let (first, second) = try pair()
    try first.write([7], withinMs: timeoutMs)
    first.shutdown()
    #expect(!second.isAtEnd)
    #expect(try second.read(atMost: 8, withinMs: timeoutMs) == [7])
    #expect(try second.read(atMost: 8, withinMs: timeoutMs) == [])
    #expect(second.isAtEnd)
  }

  @Test func aWriteToAPeerThatHasGoneFailsAndRaisesNoSignal() throws {
    let (first, second) = try pair()
    second.shutdown()
    #expect(throws: SocketError.closed) {
      while true { try first.write([UInt8](repeating: 0, count: 1 << 16), withinMs: timeoutMs) }
    }
  }

  @Test func aPortInUseAndOneWhereNobodyListensAreErrors() throws {
    var listener: LoopbackListener? = try LoopbackListener()
    let port = try #require(listener?.port)
    #expect(throws: SocketError.failed(operation: "bind", code: EADDRINUSE)) {
      try LoopbackListener(port: port)
    }
    listener = nil
    #expect(throws: SocketError.failed(operation: "connect", code: ECONNREFUSED)) {
      try LoopbackSocket.connect(toPort: port, withinMs: timeoutMs)
    }
  }

  @Test func aListenerIsOnThisMachineAlone() throws {
    let listener = try LoopbackListener()
    #expect(listener.port > 0)
    // Its address is a loopback address: a connection to any other of this machine is refused.
    let text = try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
    let port = String(format: "%04X", listener.port)
    for line in (text ?? "").split(separator: "\n") where line.contains(":\(port) 00000000:0000") {
      #expect(line.contains("0100007F:\(port)"))
    }
  }
}
