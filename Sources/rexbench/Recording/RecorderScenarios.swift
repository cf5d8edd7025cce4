import Foundation
import RexActions
import RexExamples
import RexLog
import RexRecorder
import RexRedaction

/// The total cost of a recorded action: writing the line, reducing and diffing.
let recorderScenarios: [Scenario] = [
  line(name: "recorder/scalar", of: .sample),
  line(name: "recorder/scalar-in-memory", of: .sample, isInMemory: true),
  line(name: "recorder/scalar-2-inputs", of: .sample, takesInputs: true),
  line(name: "recorder/actions-only", of: .withoutPatch, detail: .actions()),
  line(
    name: "recorder/actions-only-in-memory", of: .withoutPatch, detail: .actions(),
    isInMemory: true),
  Scenario(name: "recorder/log-size-1000", peer: "a whole state for each action") { size in
    let actionCount = size.count(10_000)
    var stateByteCount = 0
    let log = try recordedBytes(size, count: size.count(1000)) { subject in
      for step in 0..<actionCount { _ = subject.edit(step) }
      stateByteCount = try JSONEncoder().encode(subject.state).count
    }
    return .size(ours: log, peerBytes: stateByteCount * actionCount)
  },
]

/// A recorded action that changes a Boolean, against an encoding of the line it makes.
private func line(
  name: String, of line: PeerLine, detail: RecorderDetail = .changes, isInMemory: Bool = false,
  takesInputs: Bool = false
) -> Scenario {
  Scenario(name: name, peer: "JSONEncoder, same line, no file") { size in
    let file = TemporaryFile()
    let sink: any LogSink = isInMemory ? VoidSink() : try FileSink(creating: file.path)
    let subject = try RecordedChat(
      size,
      recording: .init(
        sink: sink, app: "Chat", configuration: .init(detail: detail, redaction: .none)))
    let encoder = JSONEncoder()
    return .time(
      ours: { withExtendedLifetime(file) { subject.toggle(takingInputs: takesInputs) } },
      peer: { try encoder.encode(line).count },
      result: {
        try recordedBytes(size, detail: detail) { _ = $0.toggle(takingInputs: takesInputs) }
      })
  }
}

/// The log that a closure records, with a constant clock.
func recordedBytes(
  _ size: Scenario.Size, count: Int? = nil, detail: RecorderDetail = .changes,
  redaction: RedactionRules = .none, _ body: (RecordedChat) throws -> Void
) throws -> [UInt8] {
  let log = LogBuffer()
  let clock = RecorderClock(date: { Date(timeIntervalSince1970: 0) }, monotonicMs: { 0 })
  let subject = try RecordedChat(
    size, count: count,
    recording: .init(
      sink: log, app: "Chat",
      configuration: .init(clock: clock, sessionID: "1", detail: detail, redaction: redaction)))
  try body(subject)
  return log.bytes
}

/// A chat whose every action is recorded.
final class RecordedChat {
  private(set) var state: SyntheticState
  private let recorder: Recorder<ChatAction, SyntheticState>

  init(
    _ size: Scenario.Size, count: Int? = nil,
    recording recorder: Recorder<ChatAction, SyntheticState>
  ) {
    state = SyntheticState(messageCount: count ?? size.count(10_000))
    self.recorder = recorder
    recorder.start(from: state)
  }

  /// An action that changes a Boolean; with inputs, it takes two from outside.
  func toggle(takingInputs: Bool = false) -> Int {
    recorder.record(.loadMessages, into: &state) { state, _ in
      state.isLoadingMessages.toggle()
      guard takingInputs else { return }
      let (page, size) = (Inputs().value("page") { 3 }, Inputs().value("size") { 50 })
      if page > size { state.isLoadingMessages = false }
    }
    return state.isLoadingMessages ? 1 : 2
  }

  /// An action that changes the text of a message.
  func edit(_ step: Int) -> Int {
    let body = "Message \(step): changed by this action, as it happens"
    recorder.record(.edit(id: step &* 7919, body: body), into: &state) { state, action in
      SyntheticState.reduce(action, &state)
    }
    return step
  }
}

/// A sink that discards everything.
private struct VoidSink: LogSink {
  func append(_ bytes: [UInt8]) {}
}

/// A path for a log that is deleted with its owner.
final class TemporaryFile {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "rexbench-\(UUID().uuidString).jsonl").path

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The line that the recorder writes, as a value for `JSONEncoder`.
private struct PeerLine: Encodable, Sendable {
  struct Operation: Encodable, Sendable {
    var op = "replace"
    var path = "/isLoadingMessages"
    var value = true
  }

  var kind = "action"
  var seq = 1234
  var timeMs = 412.103
  var type = "loadMessages"
  var action = ChatAction.loadMessages
  var tookMs = 0.004
  var patch: [Operation]? = [Operation()]

  static let sample = PeerLine()
  static let withoutPatch = PeerLine(patch: nil)
}
