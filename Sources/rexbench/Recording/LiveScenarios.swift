import Foundation
import RexExamples
import RexJSON
import RexLive
import RexLog
import RexRecorder
import RexSockets

/// What a connected listener costs the actions of an app.
let liveScenarios: [Scenario] = [
  Scenario(name: "recorder/scalar-live", peer: "the same without a listener") { size in
    let (file, peerFile) = (TemporaryFile(), TemporaryFile())
    let listener = try DiscardingListener()
    let recorder = try Recorder<ChatAction, SyntheticState>(
      sink: FileSink(creating: file.path), app: "Chat", configuration: .init(redaction: .none))
    let subject = RecordedChat(size, recording: recorder)
    let peer = try RecordedChat(
      size,
      recording: .init(
        sink: FileSink(creating: peerFile.path), app: "Chat",
        configuration: .init(redaction: .none)))
    let link = LiveLink(recorder, port: listener.port, evenInRelease: true)
    listener.waitForBytes()
    return .time(
      ours: { withExtendedLifetime((file, link, listener)) { subject.toggle() } },
      peer: { withExtendedLifetime(peerFile) { peer.toggle() } },
      result: { try recordedBytes(size) { _ = $0.toggle() } })
  }
]

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
