import Foundation
import RexExamples
import RexJSON
import RexLog
import RexRecorder
import RexReplayer

/// Checking a long log of a small app, against only decoding its actions.
let verifyScenarios: [Scenario] = [
  smallLog("verify/quick-1M-small", options: .init(isQuick: true)),
  smallLog("verify/1M-small", options: .init()),
  Scenario(name: "verify/1M-two-jobs", peer: "one job") { size in
    let session = try SmallSession(actionCount: size.count(1_000_000))
    return .time(
      ours: { try session.verify(.init(jobCount: 2)).counts.verified },
      peer: { try session.verify(.init()).counts.verified },
      result: { try JSONDocumentEncoder().encodeBytes(session.verify(.init(jobCount: 2)).counts) })
  },
  Scenario(name: "replay/1M-small", peer: "JSONDecoder, the actions alone") { size in
    let session = try SmallSession(actionCount: size.count(1_000_000))
    let encoded = try session.encodedActions()
    return .time(
      ours: { try session.replay().count }, peer: { try SmallSession.decode(encoded) },
      result: { Array("\(try session.replay().count > 0)".utf8) })
  },
  Scenario(name: "replay/state-10000", peer: "JSONEncoder, the state per 1000 actions") { size in
    let count = size.count(10_000)
    let bytes = try recordedSession(
      of: chatEdits(count: count), messageCount: size.count(10_000))
    let state = SyntheticState(messageCount: size.count(10_000))
    let replayer = Replayer(ReplayableApp(name: "Chat", reducer: SyntheticState.reduce))
    // The peer encodes the state once per thousand actions.
    let part = max(1, count / 1000)
    return .time(
      ours: {
        let sink = LogBuffer()
        try replayer.replay(Log(name: "session", bytes: bytes), into: sink)
        return sink.bytes.count
      },
      peer: {
        try (0..<part).reduce(0) { sum, _ in try sum &+ JSONEncoder().encode(state).count }
      },
      result: { Array("\(count)".utf8) })
  },
]

private func smallLog(_ name: String, options: VerificationOptions) -> Scenario {
  Scenario(name: name, peer: "JSONDecoder, the actions alone") { size in
    let session = try SmallSession(actionCount: size.count(1_000_000))
    let encoded = try session.encodedActions()
    return .time(
      ours: { try session.verify(options).counts.verified },
      peer: { try SmallSession.decode(encoded) },
      result: { try JSONDocumentEncoder().encodeBytes(session.verify(options).counts) })
  }
}

/// A recorded session of an app whose state is small.
private struct SmallSession: Sendable {
  struct State: Codable, Sendable {
    var total = 0
    var count = 0
    var name = "till"
    var isOpen = false
  }

  enum Action: Codable, Sendable {
    case add(amount: Int, code: String)
    case open(Bool)
  }

  private let actionCount: Int
  private let bytes: [UInt8]
  private let replayer = Replayer(
    ReplayableApp(name: "Till") { (action: Action, state: inout State) in
      SmallSession.reduce(action, &state)
    })

  init(actionCount: Int) throws {
    self.actionCount = actionCount
    let sink = LogBuffer()
    let recorder = try Recorder<Action, State>(
      sink: sink, app: "Till", configuration: .init(redaction: .none))
    var state = State()
    for index in 0..<actionCount {
      recorder.record(Self.action(index), into: &state) { Self.reduce($1, &$0) }
    }
    recorder.close()
    bytes = sink.bytes
  }

  func verify(_ options: VerificationOptions) throws -> Verification {
    try replayer.verify(Log(name: "till", bytes: bytes), options: options)
  }

  func replay() throws -> [UInt8] {
    let sink = LogBuffer()
    try replayer.replay(Log(name: "till", bytes: bytes), into: sink)
    return sink.bytes
  }

  func encodedActions() throws -> [Data] {
    try (0..<actionCount).map { try JSONEncoder().encode(Self.action($0)) }
  }

  static func decode(_ encoded: [Data]) throws -> Int {
    let decoder = JSONDecoder()
    return try encoded.reduce(0) { sum, data in
      guard case .add(let amount, _) = try decoder.decode(Action.self, from: data) else {
        return sum
      }
      return sum &+ amount
    }
  }

  private static func action(_ index: Int) -> Action {
    index % 10 == 9 ? .open(index % 20 == 9) : .add(amount: index % 997, code: "sku-\(index % 89)")
  }

  private static func reduce(_ action: Action, _ state: inout State) {
    switch action {
    case .add(let amount, _):
      state.total &+= amount
      state.count += 1
    case .open(let isOpen): state.isOpen = isOpen
    }
  }
}
