import Foundation
import RexExamples
import RexJSON
import RexLive
import RexLog
import RexRecorder
import RexSockets

/// What a connected listener costs the actions of an app.
let liveScenarios: [Scenario] = [
  Scenario(name: "recorder/scalar-live", peer: peerName) { size in
    let chats = try LiveChats(size)
    return .time(
      ours: { chats.watched.toggle() }, peer: { chats.alone.toggle() },
      result: { try recordedBytes(size) { _ = $0.toggle() } })
  },
  Scenario(name: "recorder/scalar-live-p99", peer: peerName) { size in
    let chats = try LiveChats(size)
    let count = size.count(2000)
    return .figure(
      unit: "µs",
      ours: { slowest(1, in: 100, of: count) { chats.watched.toggle() } },
      peer: { slowest(1, in: 100, of: count) { chats.alone.toggle() } },
      result: { try recordedBytes(size) { _ = $0.toggle() } })
  },
]

private let peerName = "the same without a listener"

/// The time in microseconds that so many of a number of calls exceed.
private func slowest(_ part: Int, in whole: Int, of count: Int, _ body: () -> Int) -> Double {
  let clock = ContinuousClock()
  let times = (0..<count).map { _ in clock.measure { _ = body() } / .microseconds(1) }.sorted()
  return times[count - 1 - count * part / whole]
}

/// Two apps that record, one of which a listener watches.
private final class LiveChats {
  let watched: RecordedChat
  let alone: RecordedChat
  private let files = [TemporaryFile(), TemporaryFile()]
  private let listener: DiscardingListener
  private let link: LiveLink<ChatAction, SyntheticState>

  init(_ size: Scenario.Size) throws {
    let recorders = try files.map {
      try Recorder<ChatAction, SyntheticState>(
        sink: FileSink(creating: $0.path), app: "Chat", configuration: .init(redaction: .none))
    }
    listener = try DiscardingListener()
    watched = RecordedChat(size, recording: recorders[0])
    alone = RecordedChat(size, recording: recorders[1])
    link = LiveLink(recorders[0], port: listener.port, evenInRelease: true)
    listener.waitForBytes()
  }
}

/// Reads what one app sends, and discards it.
private final class DiscardingListener: Sendable {
  private let listener: LoopbackListener
  private let hasBytes = DispatchSemaphore(value: 0)

  var port: UInt16 { listener.port }

  init() throws {
    listener = try LoopbackListener()
    Thread { [listener, hasBytes] in
      guard let socket = try? listener.accept(withinMs: 10_000) else { return }
      let connection = LiveConnection(socket, payloadBytesMax: LiveFrame.payloadBytesMax)
      try? connection.send(.welcome, ["rexlive": 1, "segment": -1, "byteCount": 0])
      while let frame = try? connection.receive(withinMs: 600_000) {
        if frame.kind == .bytes { hasBytes.signal() }
      }
    }.start()
  }

  func waitForBytes() { _ = hasBytes.wait(timeout: .now() + 10) }
}
