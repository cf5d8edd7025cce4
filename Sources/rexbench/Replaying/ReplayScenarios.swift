import Foundation
import RexDiff
import RexExamples
import RexJSON
import RexLog
import RexRecorder
import RexReplayer

/// Reducing a log's actions again, against only decoding them.
let replayScenarios: [Scenario] = [
  Scenario(name: "replay/10000-actions", peer: "JSONDecoder, the actions alone") { size in
    let actions = chatEdits(count: size.count(10_000))
    let bytes = try recordedSession(of: actions, messageCount: size.count(100))
    let encoded = try actions.map { try JSONEncoder().encode($0) }
    let replayer = Replayer(ReplayableApp(name: "Chat", reducer: SyntheticState.reduce))
    func replay() throws -> [UInt8] {
      let sink = LogBuffer()
      try replayer.replay(Log(name: "session", bytes: bytes), into: sink)
      return sink.bytes
    }
    return .time(
      ours: { try replay().count },
      peer: { try decode(encoded) },
      result: { try patches(of: replay()) })
  },
  Scenario(name: "verify/10000-actions", peer: "JSONDecoder, the actions alone") { size in
    let actions = chatEdits(count: size.count(10_000))
    let bytes = try recordedSession(of: actions, messageCount: size.count(100))
    let encoded = try actions.map { try JSONEncoder().encode($0) }
    let replayer = Replayer(ReplayableApp(name: "Chat", reducer: SyntheticState.reduce))
    func verify() throws -> Verification {
      try replayer.verify(Log(name: "session", bytes: bytes))
    }
    return .time(
      ours: { try verify().counts.verified }, peer: { try decode(encoded) },
      result: {
        let result = try verify()
        return Array("\(result.counts.verified) \(result.counts.diverged)".utf8)
      })
  },
  migratedScenario(messageCount: 100), migratedScenario(messageCount: 10_000),
]

/// A log with a migration of every message, against the same log without.
private func migratedScenario(messageCount: Int) -> Scenario {
  Scenario(
    name: "verify/migrated-state-\(messageCount)", peer: "the same without a migration"
  ) { size in
    let bytes = try recordedSession(
      of: chatEdits(count: size.count(10_000)), messageCount: size.count(messageCount))
    let migration = Migration(before: "2.0", state: [.default("/messages/*/body", "")])
    func replayer(_ migrations: [Migration]) -> Replayer {
      Replayer(
        ReplayableApp(name: "Chat", migrations: migrations, reducer: SyntheticState.reduce))
    }
    func verify(_ migrations: [Migration]) throws -> Verification {
      try replayer(migrations).verify(Log(name: "session", bytes: bytes))
    }
    return .time(
      ours: { try verify([migration]).counts.verified }, peer: { try verify([]).counts.verified },
      result: {
        let result = try verify([migration])
        return Array("\(result.counts.verified) \(result.counts.diverged)".utf8)
      })
  }
}

/// Only decodes actions.
private func decode(_ encoded: [Data]) throws -> Int {
  let decoder = JSONDecoder()
  return try encoded.reduce(0) { count, data in
    guard case .edit(let id, _) = try decoder.decode(ChatAction.self, from: data) else {
      return count
    }
    return count &+ id
  }
}

/// Edits of one message after another.
func chatEdits(count: Int) -> [ChatAction] {
  (0..<count).map { .edit(id: $0 &* 7 % 100, body: "edited for the \($0)th time") }
}

func recordedSession(of actions: [ChatAction], messageCount: Int) throws -> [UInt8] {
  let sink = LogBuffer()
  let recorder = try Recorder<ChatAction, SyntheticState>(
    sink: sink, app: "Chat", configuration: .init(redaction: .none))
  var state = SyntheticState(messageCount: messageCount)
  for action in actions {
    recorder.record(action, into: &state) { state, action in SyntheticState.reduce(action, &state) }
  }
  recorder.close()
  return sink.bytes
}

/// The part of a log that does not depend on time: its patches.
private func patches(of bytes: [UInt8]) throws -> [UInt8] {
  let reader = try Log(name: "session", bytes: bytes).reader()
  var patches: [UInt8] = []
  while let record = try reader.next() {
    if record.kind == .action, let patch = try reader.action(of: record).patch {
      patches += patch
    }
  }
  return patches
}
