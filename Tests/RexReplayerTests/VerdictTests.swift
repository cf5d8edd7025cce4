import RexDecoding
import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import TestSupport
import Testing

/// An outcome for each action, and a verdict for the log.
@Suite struct VerdictTests {
  @Test func aLogWithNothingVerifiedIsInconclusive() throws {
    let log = try ledger([.add(1), .add(2)]) {
      $0.replacing(#/"action":\{.*?\}\}/#) { _ in #""opaque":"?""# }
    }
    let found = try Replayer(Ledger.app()).verify(log)
    #expect(
      found.description == "ledger: inconclusive: 0 of 2 actions verified, 2 unknown (2 opaque)")
  }

  @Test func anActionThatDoesNotDecodeMakesTheLogInconclusive() throws {
    let log = try ledger([.add(1), .add(2), .add(3)]) {
      $0.replacing(#""action":{"add":{"_0":2}}"#, with: #""action":{"put":{"_0":2}}"#)
    }
    let found = try Replayer(Ledger.app()).verify(log)
    #expect(found.verdict == .inconclusive)
    #expect((found.counts.verified, found.counts[.undecodable]) == (2, 1))
    #expect(found.undecodables.map(\.seq) == [2])
  }

  @Test func aStateThatDoesNotDecodeLeavesAllActionsUnknown() throws {
    let log = try ledger([.add(1), .add(2)]) {
      $0.replacing(#""state":{"total":0,"count":0}"#, with: #""state":{"total":"0","count":0}"#)
    }
    let found = try Replayer(Ledger.app()).verify(log)
    #expect(found.verdict == .inconclusive)
    #expect((found.counts.verified, found.counts[.undecodable]) == (0, 2))
    #expect(found.undecodables.map(\.path.description) == ["/total"])
  }

  @Test func lessCheckedThanRequiredIsInconclusive() throws {
    let log = try ledger([.add(1), .add(2), .add(3), .add(4)]) {
      $0.replacing(#""action":{"add":{"_0":2}}"#, with: #""opaque":"two""#)
    }
    let replayer = Replayer(Ledger.app())
    #expect(try replayer.verify(log, options: .init(checkedPercentMin: 75)).verdict == .verified)
    #expect(
      try replayer.verify(log, options: .init(checkedPercentMin: 75.5)).description == """
        ledger: inconclusive: 3 of 4 actions verified, 1 unknown (1 opaque)
          checked   75.0 %, less than the required 75.5 %
        """)
  }

  @Test func theErrorOfAReducerIsPartOfTheOutcome() throws {
    let log = try ledger([.add(1), .spend(5), .add(2)])
    #expect(try Replayer(Ledger.app()).verify(log).counts.verified == 3)
    let forgiving = Ledger.app { ledger, action in try? ledger.reduce(action) }
    #expect(
      try Replayer(forgiving).verify(log).description == """
        ledger: diverged: 2 of 3 actions verified, 1 diverged
        ledger:4:1: divergence: action 2, spend
          source    unknown
          threw     overdrawn(by: 4)
          now       (nothing)
        """)
  }

  @Test func aReplayedLogHasTheErrorsOfTheReplay() throws {
    let log = try ledger([.add(1), .spend(5), .add(2)])
    let forgiving = Replayer(Ledger.app { ledger, action in try? ledger.reduce(action) })
    let replayed = LogBuffer()
    try forgiving.replay(log, into: replayed)
    let new = try Log(name: "ledger", bytes: replayed.bytes)
    #expect(try forgiving.verify(new).verdict == .verified)
    #expect(try Replayer(Ledger.app()).verify(new).divergences.map(\.seq) == [2])
  }

  @Test func aLossInDecodingIsReportedAtTheFirstKeyframe() throws {
    struct Lossy: Codable, Sendable {
      var total = 0
      var count: Int { 7 }
      enum CodingKeys: CodingKey { case total, count }
      init(from decoder: any Decoder) throws {
        total = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .total)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(total, forKey: .total)
        try container.encode(count, forKey: .count)
      }
    }
    let log = try ledger([.add(1)])
    let app = ReplayableApp(name: "Ledger") { (action: Ledger.Action, state: inout Lossy) in
      if case .add(let amount) = action { state.total += amount }
    }
    let loss = try #require(try Replayer(app).verify(log).codingLoss)
    #expect((loss.seq, loss.path.description, loss.line) == (0, "/count", 2))
    #expect((loss.recorded, loss.encoded) == (0, 7))
  }

  @Test func aDivergenceHasTheCauseOfItsAction() throws {
    let log = try ledger([.add(1), .add(2)]) {
      $0.replacing(#/"seq":2,"timeMs":[0-9.]+/#) { "\($0.0),\"cause\":1" }
    }
    let wrong = Ledger.app { ledger, action in if case .add(1) = action { ledger.total = 1 } }
    let found = try Replayer(wrong).verify(log)
    #expect(found.divergences.map(\.cause) == [nil, 1])
    #expect(!found.lines(marking: nil).contains("  cause     action 1"), "of the first only")
  }

  @Test func aVerificationReadsBackFromItsDocument() throws {
    let log = try ledger([.add(1), .spend(5), .add(2), .add(3)]) {
      $0.replacing(#""action":{"add":{"_0":2}}"#, with: #""action":{"put":{"_0":2}}"#)
    }
    let wrong = Ledger.app { ledger, action in
      if case .spend = action { return }
      try ledger.reduce(action)
      ledger.count += 1
    }
    let found = try Replayer(wrong).verify(
      log, options: .init(isCumulative: true, checkedPercentMin: 3))
    let document = try JSONDocumentEncoder().encode(found)
    let again = try JSONDocumentDecoder().decode(Verification.self, from: document)
    let written = try JSONDocumentEncoder().encode(again)
    #expect(again == found, "\(written)\n\(document)")
    #expect(document["verdict"] == "diverged")
    #expect(
      document["counts"] == [
        "verified": 0, "diverged": 3, "crashed": 0, "unknown": ["undecodable": 1],
      ])
  }

  @Test(arguments: [
    (["/count"], 0.0, true), (["/*"], 0, true), (["/total"], 0, false), ([], 1, true),
    ([], 0.01, false), (["/count/x"], 0, false), ([], 0.5, true), ([], 0.49, false),
  ])
  func someDifferencesMayBeIgnored(_ paths: [String], _ epsilon: Double, _ isIgnored: Bool) throws {
    let log = try ledger([.add(100)])
    let wrong = Ledger.app { ledger, action in
      try ledger.reduce(action)
      ledger.count += 1
    }
    let rules = ComparisonRules(
      ignoredPaths: paths.compactMap { JSONPointer($0) }, epsilon: epsilon)
    let found = try Replayer(wrong).verify(log, options: .init(rules: rules))
    #expect((found.verdict == .verified) == isIgnored)
  }
}

/// Verifying from the start, only at keyframes, or in parallel gives the results of single steps.
@Suite struct VerificationModeTests {
  @Test func cumulativeRunsFindWhereStatesDivergeAndRecover() throws {
    let log = try ledger([.add(1), .add(2), .double, .set(9), .add(3), .double])
    let wrong = Ledger.app { ledger, action in
      try ledger.reduce(action)
      if case .add(2) = action { ledger.total += 10 }
    }
    let found = try Replayer(wrong).verify(log, options: .init(isCumulative: true))
    #expect(found.divergences.map(\.seq) == [2], "the cause")
    let total = JSONPointer(tokens: ["total"])
    var range = DivergedRange(seq: 2, recoveredAt: 4, path: total, consequenceCount: 1)
    range.consequences = [DivergedRange.Consequence(seq: 3, type: "double", path: total)]
    #expect(found.divergedRanges == [range])
    #expect(found.lines(marking: nil).contains("  follows   action 3, double  /total"))
  }

  @Test(arguments: 1...UInt64(tries(2, gate: 6, long: 100)))
  func everyModeFindsTheSameDivergences(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let actions = (0..<400).map { _ in Ledger.Action.random(&random) }
    let log = try ledger(actions, keyframeSpacing: 30)
    let faulty = Int.random(in: 0..<9, using: &random)
    let wrong = Ledger.app { ledger, action in
      try ledger.reduce(action)
      if case .add(let amount) = action, amount == faulty { ledger.total += 1 }
    }
    for replayer in [Replayer(Ledger.app()), Replayer(wrong)] {
      let steps = try replayer.verify(log)
      #expect(steps.counts.actionCount == 400, "seed \(seed)")
      var parallel = try replayer.verify(log, options: .init(jobCount: 4))
      #expect(parallel == steps, "seed \(seed)")
      parallel = try replayer.verify(log, options: .init(isQuick: true, jobCount: 3))
      #expect(parallel.verdict == steps.verdict, "seed \(seed)")
      #expect(parallel.counts.actionCount == 400, "seed \(seed)")
      #expect(
        parallel.divergences.allSatisfy { steps.divergences.contains($0) }, "seed \(seed)")
    }
  }
}

struct Ledger: Codable, Sendable, Equatable {
  var total = 0
  var count = 0

  enum Action: Codable, Sendable {
    case add(Int)
    case spend(Int)
    case set(Int)
    case double

    static func random(_ random: inout SeededGenerator) -> Action {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: .double
      case 1: .set(Int.random(in: 0..<9, using: &random))
      case 2, 3: .spend(Int.random(in: 0..<9, using: &random))
      default: .add(Int.random(in: 0..<9, using: &random))
      }
    }
  }

  enum Failure: Error {
    case overdrawn(by: Int)
  }

  mutating func reduce(_ action: Action) throws {
    count += 1
    switch action {
    case .add(let amount): total &+= amount
    case .spend(let amount):
      guard amount <= total else {
        count -= 1
        throw Failure.overdrawn(by: amount - total)
      }
      total -= amount
    case .set(let amount): total = amount
    case .double: total = total &* 2 % 1_000
    }
  }

  static func app(
    _ reduce: @escaping @Sendable (inout Ledger, Action) throws -> Void = { try $0.reduce($1) }
  ) -> ReplayableApp {
    ReplayableApp(name: "Ledger") { (action: Action, ledger: inout Ledger) in
      try reduce(&ledger, action)
    }
  }
}

/// The log of a recorded session, whose text may be edited.
func ledger(
  _ actions: [Ledger.Action], keyframeSpacing: Int? = nil, edit: (String) -> String = { $0 }
) throws -> Log {
  let text = try ledgerText(actions, keyframeSpacing: keyframeSpacing)
  return try Log(name: "ledger", bytes: Array(edit(text).utf8))
}

/// The text of a recorded session, with a keyframe after a number of actions.
func ledgerText(_ actions: [Ledger.Action], keyframeSpacing: Int? = nil) throws -> String {
  let sink = LogBuffer()
  let recorder = try Recorder<Ledger.Action, Ledger>(sink: sink, app: "Ledger")
  var state = Ledger()
  var keyframes: [Int: String] = [:]
  for (index, action) in actions.enumerated() {
    _ = try? recorder.record(action, into: &state) { state, action in try state.reduce(action) }
    guard let keyframeSpacing, index % keyframeSpacing == keyframeSpacing - 1 else { continue }
    keyframes[index + 1] =
      #"{"kind":"keyframe","seq":\#(index + 1),"timeMs":1,"state":"#
      + String(decoding: try JSONDocumentEncoder().encode(state).bytes, as: UTF8.self) + "}\n"
  }
  recorder.close()
  var text = ""
  for line in String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n") {
    text += line + "\n"
    let seq = line.prefixMatch(of: #/\{"kind":"action","seq":(\d+)/#).flatMap { Int($0.1) }
    text += seq.flatMap { keyframes[$0] } ?? ""
  }
  return text
}
