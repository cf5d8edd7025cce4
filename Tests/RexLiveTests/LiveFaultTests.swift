import Foundation
import RexCommands
import RexJSON
import RexLive
import RexLocking
import RexRecorder
import RexSockets
import RexStore
import TestSupport
import Testing

/// Peers that are not what they should be, and connections that end.
@Suite struct LiveFaultTests {
  private let hello: JSON = [
    "rexlive": 1, "app": "Fake", "store": .null, "session": "0123456789", "link": "a",
  ]

  private func peer(of flow: LiveFlow) throws -> LiveConnection {
    LiveConnection(
      try LoopbackSocket.connect(toPort: flow.listener.port, withinMs: 1000),
      payloadBytesMax: LiveFrame.payloadBytesMax)
  }

  private func expectDropped(_ connection: LiveConnection) throws {
    try eventually {
      do {
        _ = try connection.receive(withinMs: 10)
        return false
      } catch {
        return true
      }
    }
  }

  @Test func aPeerThatIsNotOursIsDroppedAndTold() throws {
    let flow = try LiveFlow()
    let socket = try LoopbackSocket.connect(toPort: flow.listener.port, withinMs: 1000)
    try socket.write(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), withinMs: 1000)
    try eventually { socket.isAtEnd }
    #expect(
      flow.told.withLock { $0 }
        == ["a program that is not an app with RexLive connected; it was dropped"])
    #expect(flow.listener.apps.isEmpty)
  }

  @Test func aHugeFrameAndOneOutOfOrderEndTheConnection() throws {
    let flow = try LiveFlow()
    let huge = try peer(of: flow)
    try huge.send(.hello, hello)
    _ = try huge.receive(withinMs: 2000)
    // It may be dropped before all of it is sent.
    try? huge.send(.bytes, [UInt8](repeating: 0, count: LiveFrame.payloadBytesMax + 1))
    try expectDropped(huge)
    let disordered = try peer(of: flow)
    try disordered.send(.hello, hello.with("link", "b"))
    _ = try disordered.receive(withinMs: 2000)
    try disordered.send(.bytes, [1, 2, 3])
    try expectDropped(disordered)
    // A link that failed is refused from then on.
    let again = try peer(of: flow)
    try again.send(.hello, hello)
    try expectDropped(again)
  }

  @Test func namesFromTheWireStayInTheFolder() throws {
    let flow = try LiveFlow()
    let connection = try peer(of: flow)
    try connection.send(
      .hello, hello.with("app", "../../\u{0}etc/\u{1B}[2Jpasswd").with("session", "../x"))
    _ = try connection.receive(withinMs: 2000)
    try connection.send(.file, ["segment": 0])
    try connection.send(.bytes, Array("not a log\n".utf8))
    try eventually { flow.copied.count == 10 }
    let path = try #require(flow.listener.apps.last?.path)
    #expect(URL(filePath: path).deletingLastPathComponent().path == flow.copies)
    #expect(URL(filePath: path).lastPathComponent == "_______etc___2Jpasswd-___x.jsonl")
  }

  @Test func aConnectionThatSaysNothingIsDropped() throws {
    let flow = try LiveFlow()
    let silent = try LoopbackSocket.connect(toPort: flow.listener.port, withinMs: 1000)
    try eventually { silent.isAtEnd }
    // Meanwhile, others are served.
    flow.connect()
    flow.store.dispatch(.add(1))
    try flow.waitForEquality()
  }

  /// A peer that takes nothing and sends nothing, as one that is stopped or whose machine is gone.
  @Test func aListenerThatTakesNothingHoldsUpNoActionAndIsLeft() throws {
    var stranger: LoopbackListener? = try LoopbackListener()
    let port = try #require(stranger?.port)
    let flow = try LiveFlow()
    let link = LiveLink(flow.recorder, port: port, evenInRelease: true)
    let stopped = try #require(try stranger?.accept(withinMs: 5000))
    let welcome: JSON = ["rexlive": 1, "segment": -1, "byteCount": 0]
    try stopped.write(LiveFrame(.welcome, welcome.bytes).encoded, withinMs: 1000)
    let text = String(repeating: "a", count: 100_000)
    var slowest = Duration.zero
    for number in 1...200 {
      let start = ContinuousClock.now
      flow.store.dispatch(.write("\(text)\(number)"))
      slowest = max(slowest, .now - start)
    }
    // Far less than the five seconds after which the link gives up.
    #expect(slowest < .seconds(2))
    #expect(try stranger?.accept(withinMs: 20_000) != nil)
    stranger = nil
    // One of ours at the same port gets everything.
    flow.listener = try LiveListener(port: port, folder: flow.copies) { _ in }
    flow.listener.start()
    try flow.waitForEquality()
    withExtendedLifetime((link, stopped)) {}
  }

  @Test func anAppThatDoesNotAnswerIsSaid() throws {
    let flow = try LiveFlow()
    let stopped = try peer(of: flow)
    try stopped.send(.hello, hello)
    _ = try stopped.receive(withinMs: 2000)
    // Half of a frame, and nothing more.
    try stopped.send(.file, ["segment": 0])
    let app = try #require(flow.listener.apps.last)
    #expect(app.perform(["command": "pause"]) == "the app has not answered in 5 s")
    #expect(app.isConnected)
    flow.listener.stop()
    try expectDropped(stopped)
  }

  /// The rest of a command that was sent in part would be read as a part of it.
  @Test func anAppThatReadsNothingIsLeft() throws {
    let flow = try LiveFlow()
    let stopped = try peer(of: flow)
    try stopped.send(.hello, hello)
    try eventually { flow.listener.apps.last?.isConnected == true }
    let app = try #require(flow.listener.apps.last)
    let label = String(repeating: "a", count: 15_000_000)
    #expect(app.perform(["command": "mark", "label": .string(label)]) == "the app is gone")
    try eventually { !app.isConnected }
    withExtendedLifetime(stopped) {}
  }

  /// It would end the connection, and get it again when it has connected again.
  @Test func whatNoAppCanReadIsNotSent() throws {
    let flow = try LiveFlow()
    flow.connect()
    try eventually { flow.listener.apps.last?.isConnected == true }
    let app = try #require(flow.listener.apps.last)
    let deep = (1...200).reduce(JSON.null) { value, _ in [value] }
    #expect(
      app.perform(["command": "dispatch", "action": deep])
        == "it is nested too deeply, or has too many values, to be sent")
    #expect(app.perform(["command": "mark", "label": "on"]) == nil)
  }

  @Test func aNoteIsOneLine() throws {
    let flow = try LiveFlow()
    let connection = try peer(of: flow)
    try connection.send(.hello, hello)
    try connection.send(.note, ["note": "a\nFake: gone\u{1B}[2J"])
    try eventually {
      flow.told.withLock { $0.last } == #"Fake-01234567: a\nFake: gone\u001b[2J"#
    }
  }

  @Test func aListenerThatIsNotOursGetsNothing() throws {
    let stranger = try LoopbackListener()
    let flow = try LiveFlow()
    let link = LiveLink(flow.recorder, port: stranger.port, evenInRelease: true)
    let socket = try #require(try stranger.accept(withinMs: 5000))
    try socket.write(Array("220 smtp ready\r\n".utf8), withinMs: 1000)
    var received: [UInt8] = []
    while let bytes = try? socket.read(atMost: 1 << 16, withinMs: 5000), !bytes.isEmpty {
      received += bytes
    }
    var frames = LiveFrames(payloadBytesMax: LiveFrame.payloadBytesMax)
    frames.append(received)
    #expect(try frames.next()?.kind == .hello)
    #expect(try frames.next() == nil)
    withExtendedLifetime(link) {}
  }

  /// The listener is killed while the app records, again and again.
  @Test func restartsOfTheListenerLoseNothing() throws {
    let flow = try LiveFlow()
    flow.connect()
    for round in 1...(isLongRun ? 100 : 3) {
      flow.store.dispatch(.add(round))
      try flow.restartListener()
      flow.store.dispatch(.write("round \(round)"))
      try flow.waitForEquality()
    }
  }

  /// The connection is cut, but both go on: the copy does, too.
  @Test func aCutConnectionGoesOnInTheSameFile() throws {
    let flow = try LiveFlow()
    flow.connect()
    flow.store.dispatch(.add(1))
    try flow.waitForEquality()
    let app = try #require(flow.listener.apps.last)
    for _ in 1...(isLongRun ? 20 : 2) {
      app.close()
      flow.store.dispatch(.add(1))
      try flow.waitForEquality()
      try eventually { app.isConnected }
    }
    #expect(flow.listener.apps.count == 1)
  }

  @Test func aPortInUseIsAnError() throws {
    let flow = try LiveFlow()
    #expect(throws: SocketError.self) {
      try LiveListener(port: flow.listener.port, folder: flow.copies) { _ in }
    }
  }

  /// A burst, and what a slow listener lets wait, are in the file and arrive from there.
  @Test func aBurstArrivesWhole() throws {
    let flow = try LiveFlow()
    flow.connect()
    for number in 1...(isLongRun ? 600_000 : 20_000) { flow.store.dispatch(.add(number & 7)) }
    flow.recorder.close()
    let byteCount = flow.recorded.count
    try eventually(withinMs: 60_000) { flow.listener.apps.last?.byteCount == byteCount }
    try flow.waitForEquality()
  }

  /// Random bytes, and frames with random changes, neither trap nor use much memory.
  @Test func framesOfAnyBytesAreReadOrRefused() throws {
    var generator = SeededGenerator(seed: 1)
    let end = ContinuousClock.now + .seconds(isLongRun ? 600 : 1)
    let valid = LiveFrame(.hello, hello.bytes).encoded + LiveFrame(.bytes, [1, 2]).encoded
    while ContinuousClock.now < end {
      var bytes = valid + valid
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      var frames = LiveFrames(payloadBytesMax: 1000)
      do {
        while !bytes.isEmpty {
          let count = min(bytes.count, Int.random(in: 1...40, using: &generator))
          frames.append(Array(bytes.prefix(count)))
          bytes.removeFirst(count)
          while let frame = try frames.next() { _ = frame.document }
        }
      } catch {}
    }
  }
}

extension JSON {
  fileprivate func with(_ key: String, _ value: JSON) -> JSON {
    var members = object ?? JSONObject()
    members[key] = value
    return .object(members)
  }
}
