import RexLog
import RexRecorder

/// What it costs to keep a log through a loss of power, or in segments, beside a plain file.
let keepingScenarios: [Scenario] = [
  recording(name: "recorder/durable-power-50ms", peer: "surviving the process alone") { path in
    try .init(
      path: path, app: "Chat", configuration: .init(durability: .power(milliseconds: 50)))
  },
  recording(name: "recorder/segments", peer: "into one file") { path in
    try .init(
      folder: path, app: "Chat",
      segments: Segments(each: .bytes(16 << 20), keep: .bytes(32 << 20)))
  },
]

/// Recorded actions that change the text of a message, by two recorders.
private func recording(
  name: String, peer: String,
  by makeRecorder: @escaping @Sendable (String) throws -> Recorder<ChatAction, ChatState>
) -> Scenario {
  Scenario(name: name, peer: peer) { size in
    let (file, peerFile) = (TemporaryFile(), TemporaryFile())
    let ours = try RecordedChat(size, recording: makeRecorder(file.path))
    let peer = try RecordedChat(size, recording: .init(path: peerFile.path, app: "Chat"))
    var (step, peerStep) = (0, 0)
    return .time(
      ours: {
        step += 1
        return withExtendedLifetime(file) { ours.edit(step) }
      },
      peer: {
        peerStep += 1
        return withExtendedLifetime(peerFile) { peer.edit(peerStep) }
      },
      result: { try firstLines(size) { _ = $0.edit(1) } })
  }
}
