import RexExamples
import RexLog
import RexRecorder

/// The cost of surviving a loss of power, and of segments, compared with a plain file.
let durabilityScenarios: [Scenario] = [
  recording(name: "recorder/durable-power-50ms", peer: "surviving the process alone") { path in
    try .init(
      path: path, app: "Chat",
      configuration: .init(redaction: .none, durability: .power(every: .milliseconds(50))))
  },
  recording(name: "recorder/segments-1000", peer: "into one file") { path in
    try .init(
      folder: path, app: "Chat",
      segments: Segments(each: .bytes(1 << 20), keep: .bytes(4 << 20)))
  },
]

/// Actions that change a Boolean beside 1,000 messages, recorded by two recorders.
private func recording(
  name: String, peer: String,
  by makeRecorder: @escaping @Sendable (String) throws -> Recorder<ChatAction, SyntheticState>
) -> Scenario {
  Scenario(name: name, peer: peer) { size in
    let (file, peerFile) = (TemporaryFile(), TemporaryFile())
    let count = size.count(1000)
    let ours = try RecordedChat(size, count: count, recording: makeRecorder(file.path))
    let peer = try RecordedChat(
      size, count: count, recording: .init(path: peerFile.path, app: "Chat"))
    return .time(
      ours: { withExtendedLifetime(file) { ours.toggle() } },
      peer: { withExtendedLifetime(peerFile) { peer.toggle() } },
      result: { try recordedBytes(size, count: count) { _ = $0.toggle() } })
  }
}
