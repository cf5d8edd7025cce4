import Foundation
import RexActions
import RexCommands
import RexJSON
import RexLive
import RexLocking
import RexLog
import RexRecorder
import RexSockets
import RexStore
import Testing

/// An app with a `LiveLink`, and the listener of `rexreplay live`, with real sockets.
@Suite struct LiveTests {
  @Test func theListenersLogEqualsTheApps() throws {
    let flow = try LiveFlow()
    flow.store.dispatch(.add(1))
    flow.connect()
    for number in 2...50 { flow.store.dispatch(.add(number)) }
    try flow.waitForEquality()
    flow.store.dispatch(.write("more"))
    flow.recorder.close()
    try flow.waitForEquality()
    let log = try Log(path: try #require(flow.listener.apps.last?.path))
    #expect(log.lastSeq == 51)
    #expect(flow.told.withLock(\.first)?.hasSuffix(": connected") == true)
  }

  @Test func aLinkWaitsForAListenerAndAListenerForALink() throws {
    let flow = try LiveFlow()
    flow.listener.stop()
    flow.connect()
    flow.store.dispatch(.add(1))
    try flow.restartListener()
    try flow.waitForEquality()
  }

  @Test func aRestartedListenerBeginsANewFileWithEverything() throws {
    let flow = try LiveFlow()
    flow.connect()
    flow.store.dispatch(.add(1))
    try flow.waitForEquality()
    let first = try #require(flow.listener.apps.last?.path)
    try flow.restartListener()
    flow.store.dispatch(.add(2))
    try flow.waitForEquality()
    #expect(flow.listener.apps.last?.path != first)
    let earlier = try Data(contentsOf: URL(filePath: first))
    #expect(!earlier.isEmpty && flow.recorded.starts(with: earlier))
  }

  @Test func segmentsAreCopiedAsSegments() throws {
    let flow = try LiveFlow { folder in
      try Recorder(
        folder: folder.appending(path: "segments").path, app: "Counter",
        segments: Segments(each: .bytes(2000), keep: nil))
    }
    flow.connect()
    for number in 1...200 { flow.store.dispatch(.write("number \(number)")) }
    flow.recorder.close()
    let own = flow.folder.appending(path: "segments")
    let names = try FileManager.default.contentsOfDirectory(atPath: own.path).sorted()
    #expect(names.count > 3)
    try eventually {
      guard let copy = flow.listener.apps.last?.path.map({ URL(filePath: $0) }) else {
        return false
      }
      return names.allSatisfy { name in
        (try? Data(contentsOf: own.appending(path: name)))
          == (try? Data(contentsOf: copy.appending(path: name)))
      }
    }
  }

  @Test func segmentsThatWereDeletedBeforeTheyArrivedAreTold() throws {
    let flow = try LiveFlow { folder in
      try Recorder(
        folder: folder.appending(path: "segments").path, app: "Counter",
        segments: Segments(each: .bytes(2000), keep: .bytes(4000)))
    }
    for number in 1...200 { flow.store.dispatch(.write("number \(number)")) }
    flow.connect()
    try eventually { flow.told.withLock { $0.contains { $0.contains("before they arrived") } } }
    try eventually {
      guard let path = flow.listener.apps.last?.path else { return false }
      return (try? Log(path: path))?.lastSeq == 200
    }
  }

  @Test func aLogInMemoryIsSentToo() throws {
    let buffer = LogBuffer()
    let flow = try LiveFlow { _ in try Recorder(sink: buffer, app: "Counter") }
    flow.connect()
    for number in 1...20 { flow.store.dispatch(.add(number)) }
    try eventually { !buffer.bytes.isEmpty && Data(buffer.bytes) == flow.copied }
  }

  @Test func aLogThatCannotBeReadIsToldAndCommandsStillWork() throws {
    let flow = try LiveFlow { _ in try Recorder(sink: Unreadable(), app: "Counter") }
    flow.connect()
    try eventually { flow.told.withLock { $0.contains { $0.contains("cannot be read") } } }
    #expect(flow.listener.apps.last?.perform(["command": "pause"]) == nil)
    #expect(flow.recorder.isPaused)
  }

  @Test func twoStoresOfOneAppAndTwoAppsOfOneNameHaveLogsOfTheirOwn() throws {
    let flow = try LiveFlow()
    let second = try Recorder<CounterAction, Counter>(
      path: flow.folder.appending(path: "second.jsonl").path, app: "Counter",
      configuration: RecorderConfiguration(sessionID: flow.recorder.sessionID))
    flow.connect()
    let other = LiveLink(second, port: flow.listener.port, evenInRelease: true)
    second.start(from: Counter())
    let third = try Recorder<CounterAction, Counter>(sink: LogBuffer(), app: "../Counter")
    third.start(from: Counter())
    let cart = LiveLink(
      third, store: "../cart\u{1B}", port: flow.listener.port, evenInRelease: true)
    flow.store.dispatch(.add(1))
    try eventually { flow.listener.apps.count == 3 }
    let names = flow.listener.apps.map(\.name)
    #expect(Set(names).count == 3)
    #expect(names.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } })
    withExtendedLifetime((other, cart)) {}
  }

  @Test func aClosedLinkHasSentEverything() throws {
    let flow = try LiveFlow()
    flow.connect()
    try eventually { !flow.listener.apps.isEmpty }
    for number in 1...1000 { flow.store.dispatch(.add(number)) }
    flow.link?.close()
    try flow.waitForEquality()
    try eventually { flow.listener.apps.last?.isConnected == false }
  }

  /// On a device, the link listens, and tools come and go.
  @Test func aLinkThatListensServesOneToolAfterTheOther() throws {
    let port = try LoopbackListener().port
    let flow = try LiveFlow()
    flow.link = LiveLink(flow.recorder, nil, .appListens, port: port, evenInRelease: true)
    flow.store.connect(try #require(flow.link))
    flow.store.dispatch(.add(1))
    try eventually {
      (try? LoopbackSocket.connect(toPort: port, withinMs: 100))?.shutdown() != nil
    }
    for round in 1...2 {
      if round == 2 { try flow.restartListener() }
      flow.listener.connect(toForwardedPort: port)
      try flow.waitForEquality()
      flow.store.dispatch(.add(round))
      try flow.waitForEquality()
      let app = try #require(flow.listener.apps.last)
      #expect(app.perform(["command": "jump", "state": ["count": 7, "text": ""]]) == nil)
      #expect(flow.store.state.count == 7)
      // A connection that is cut, as when the cable is pulled, is made again.
      app.close()
      flow.store.dispatch(.add(1))
      try flow.waitForEquality()
    }
    flow.link?.close()
    try eventually { flow.listener.apps.last?.isConnected == false }
  }

  /// The clocks of the app may say anything: nothing of the connection depends on them.
  @Test func clocksThatJumpChangeNothing() throws {
    let time = Locked((date: Date(timeIntervalSince1970: 1_000_000_000), ms: 0.0))
    let flow = try LiveFlow { folder in
      try Recorder(
        path: folder.appending(path: "app.jsonl").path, app: "Counter",
        configuration: RecorderConfiguration(
          clock: RecorderClock(
            date: { time.withLock(\.date) }, monotonicMs: { time.withLock(\.ms) })))
    }
    flow.connect()
    for (number, hours) in [0.0, 1, -5, 100_000, -99_000, 0.001].enumerated() {
      time.withLock { time in
        time.date += hours * 3600
        time.ms += hours * 3_600_000
      }
      flow.store.dispatch(.add(number))
      try flow.waitForEquality()
    }
    flow.recorder.close()
    try flow.waitForEquality()
    #expect(try Log(path: try #require(flow.listener.apps.last?.path)).lastSeq == 6)
  }

  @Test func aDisabledRecorderConnectsNowhere() throws {
    let flow = try LiveFlow { _ in .disabled }
    flow.connect()
    Thread.sleep(forTimeInterval: 0.2)
    #expect(flow.listener.apps.isEmpty)
  }
}

/// A sink whose bytes cannot be read.
private struct Unreadable: LogSink {
  func append(_ bytes: [UInt8]) {}
  func truncate(to byteCount: Int) -> Int { byteCount }
}
