import Foundation
import RexLog
import RexRecorder

// The Swift of docs/reference/configuration.md, compiled. DocsTests compares it with the page.

private struct CounterState: Codable, Sendable {
  var count = 0
  var note = ""
  var accessToken = ""
}

private enum CounterAction: Codable, Sendable {
  case add(Int)
  case write(String)
  case signIn(accessToken: String)
}

private func reduce(_ state: inout CounterState, _ action: CounterAction) {
  switch action {
  case .add(let count): state.count += count
  case .write(let note): state.note = note
  case .signIn(let token): state.accessToken = token
  }
}

private func record(_ action: CounterAction, from start: CounterState, to path: String) throws {
  var state = start

  let recorder = try Recorder<CounterAction, CounterState>(path: path, app: "Counter")

  recorder.record(action, into: &state) { state, action in reduce(&state, action) }
}

private func recordWithCauses(
  _ action: CounterAction, into state: inout CounterState,
  by recorder: Recorder<CounterAction, CounterState>
) {
  func runEffects(of action: CounterAction) {}

  let seq = recorder.record(action, into: &state) { state, action in reduce(&state, action) }
  recorder.withCause(seq) { runEffects(of: action) }
}

private func passCause(
  of recorder: Recorder<CounterAction, CounterState>, to queue: DispatchQueue,
  completion: @escaping @Sendable () -> Void
) {
  let cause = recorder.currentCause
  queue.async {
    recorder.withCause(cause) { completion() }
  }
}

private func recordSegments(
  to folder: String
) throws -> Recorder<CounterAction, CounterState> {
  let recorder = try Recorder<CounterAction, CounterState>(
    folder: folder, app: "Counter", segments: Segments(each: .bytes(4 << 20), keep: .minutes(5)))

  return recorder
}

private func recordSession(
  in folder: URL
) throws -> (Recorder<CounterAction, CounterState>, RecordedSession?) {
  let recorder = try Recorder<CounterAction, CounterState>(
    sessionsIn: folder, app: "Counter",
    keeping: SessionLimits(bytes: 64 << 20, days: 14, count: 20))

  let last = try RecordedSessions(folder).last

  return (recorder, last)
}

private func configureForLossOfPower() -> RecorderConfiguration {
  let durability = Durability.power(every: .milliseconds(50))
  let configuration = RecorderConfiguration(durability: durability)

  return configuration
}

private func recordInMemory(
  _ body: (Recorder<CounterAction, CounterState>, CounterState) -> Void
) throws -> [UInt8] {
  let buffer = LogBuffer()
  let recorder = try Recorder<CounterAction, CounterState>(sink: buffer, app: "Counter")

  let state = CounterState()

  recorder.start(from: state)

  body(recorder, state)
  return buffer.bytes
}

private func configureForComparison() -> RecorderConfiguration {
  var configuration = RecorderConfiguration(
    clock: RecorderClock(date: { Date(timeIntervalSince1970: 0) }, monotonicMs: { 0 }),
    sessionID: "test")
  configuration.placeholderKey = 1

  return configuration
}

/// An immutable picture, stored by reference.
private struct Avatar: Encodable {
  private final class Picture: Sendable {}

  private let picture = Picture()
  let name: String

  private enum CodingKeys: CodingKey { case name }
}

private func vouch(in configuration: inout RecorderConfiguration) {
  configuration.vouchedTypes = [Avatar.self]
}

private func report(
  from recorder: Recorder<CounterAction, CounterState>, to path: String
) throws {
  try recorder.export(last: .minutes(5), to: path)
}

private func configure() -> RecorderConfiguration {
  let configuration = RecorderConfiguration(
    payloads: .denying("keyboard.*"), actionBytesMax: 100_000, patchBytesMax: 1_000_000,
    stringBytesMax: 10_000)

  return configuration
}

private func tell(
  _ recorder: Recorder<CounterAction, CounterState>,
  _ configuration: inout RecorderConfiguration
) {
  configuration.detail = .actions(keyframeEvery: 10_000)
  recorder.detail = .changes
}

private func inBackground(path: String) throws -> Recorder<CounterAction, CounterState> {
  let recorder = try Recorder<CounterAction, CounterState>(
    path: path, app: "Counter", diffing: .inBackground)

  return recorder
}

private func ownTime(of recorder: Recorder<CounterAction, CounterState>) -> Double {
  let statistics = recorder.statistics

  return statistics.ownMsP99
}

private func inBuildsThatAreNotToRecord(
  path: String
) throws -> Recorder<CounterAction, CounterState> {
  #if BETA
    let recorder = try Recorder<CounterAction, CounterState>(path: path, app: "Counter")
  #else
    let recorder = Recorder<CounterAction, CounterState>.disabled
  #endif

  return recorder
}

enum RecorderSnippets: RecordingSnippets {
  static func recordSecrets(in folder: URL) throws {
    func path(_ name: String) -> String { folder.appending(path: name).path }

    let signIn = CounterAction.signIn(accessToken: Planted.password)
    try record(signIn, from: CounterState(note: Planted.texts[0]), to: path("file.jsonl"))

    var detail = RecorderConfiguration()
    vouch(in: &detail)
    let configurations = [
      "power": configureForLossOfPower(), "comparison": configureForComparison(),
      "limits": configure(), "detail": detail,
    ]
    var recorders = try configurations.map { name, configuration in
      try Recorder<CounterAction, CounterState>(
        path: path("\(name).jsonl"), app: "Counter", configuration: configuration)
    }
    for recorder in recorders { tell(recorder, &detail) }
    recorders += try [
      recordSegments(to: path("segments")), recordSession(in: folder.appending(path: "sessions")).0,
      inBackground(path: path("background.jsonl")),
      inBuildsThatAreNotToRecord(path: path("disabled.jsonl")),
    ]
    for (index, recorder) in recorders.enumerated() {
      play(by: recorder, from: CounterState())
      if recorder.statistics.byteCount > 0 {
        try report(from: recorder, to: path("export-\(index).jsonl"))
      }
      recorder.close()
    }

    let bytes = try recordInMemory { recorder, state in play(by: recorder, from: state) }
    try Data(bytes).write(to: folder.appending(path: "memory.jsonl"))
  }

  private static func play(
    by recorder: Recorder<CounterAction, CounterState>, from start: CounterState
  ) {
    var state = start
    let actions =
      Planted.secrets.map { CounterAction.signIn(accessToken: $0) }
      + Planted.texts.map { CounterAction.write($0) }
    for action in actions {
      let seq = recorder.record(action, into: &state) { state, action in reduce(&state, action) }
      recorder.withCause(seq) { recordWithCauses(action, into: &state, by: recorder) }
    }
  }
}
