import RexActions
import RexJSON
import RexLog
import RexMinimizer
import RexQuery
import RexReplayer
import TestSupport
import Testing

@testable import RexExamples

/// Bugs planted in long sessions of the examples: minimizing finds the planted actions.
@Suite struct MinimizeExamplesTests {
  @Test(arguments: 1...UInt64(tries(1, gate: 4, long: 10)))
  func aThreadThatIsOpenTogetherWithAnError(seed: UInt64) throws {
    try Plant(.teamChat, seed: seed, actionCount: 1_000).check(
      planting: [
        ["messageArrived": ["_0": Plant.message]],
        ["openThread": ["id": "planted"]],
        ["loadMessagesFailure": ["_0": "planted"]],
      ]
    ) { state in state["openThread"] == "planted" && state["error"] == "planted" }
  }

  @Test(arguments: 1...UInt64(tries(1, gate: 4, long: 10)))
  func aReactionThatNeedsItsMessageAndTwoMembers(seed: UInt64) throws {
    let toggle = { (member: JSON) -> JSON in
      ["toggleReaction": ["emoji": "🪴", "member": member, "message": "planted"]]
    }
    try Plant(.teamChat, seed: seed, actionCount: 1_000).check(
      planting: [["messageArrived": ["_0": Plant.message]], toggle("m-1"), toggle("m-2")]
    ) { state in
      let message = state["messages"]?.array?.first { $0["id"] == "planted" }
      let reactions = message?["reactions"]?.array?.first
      return reactions?["members"]?.array?.count == 2
    }
  }

  @Test(arguments: 1...UInt64(tries(1, gate: 4, long: 10)))
  func aPhotoTogetherWithAProductThatFailed(seed: UInt64) throws {
    try Plant(.shop, seed: seed, actionCount: 1_000).check(
      planting: [
        ["ProductFetch": ["failed": ["reason": "planted"]]],
        ["PhotoGallery": ["open": ["photo": 7_777]]],
      ]
    ) { state in "\(state)".contains("planted") && "\(state)".contains("7777") }
  }
}

/// An example's session, with actions inserted at random positions.
private struct Plant {
  static let message: JSON = [
    "id": "planted", "author": ["id": "m-1", "name": "Ada"], "body": "…", "sentAt": 0,
    "isEdited": false, "reactions": [],
  ]

  private let app: ReplayableApp
  private let log: Log
  private let seed: UInt64

  init(_ app: ExampleApp, seed: UInt64, actionCount: Int) throws {
    let sink = LogBuffer()
    try app.record(SessionPlan(seed: seed, actionCount: actionCount), to: sink)
    (self.app, self.seed) = (app.replayable, seed)
    log = try Log(name: app.name, bytes: sink.bytes)
  }

  /// Plants actions so that a condition holds, and finds the fewest actions that make it hold.
  func check(planting payloads: [JSON], where holds: @escaping (JSON) -> Bool) throws {
    var random = SplitMix64(seed: seed)
    // The session may undo a planted action before the next one; then other positions are tried.
    for _ in 0..<50 {
      let planted = try planted(payloads, &random)
      var oracle = try ReductionOracle(app, planted, reading: [.after, .before]) { holds($0.after) }
      guard try oracle.holds(oracle.candidates) else { continue }
      var search = Minimization(
        oracle.seqs, candidates: oracle.candidates, causes: oracle.causes)
      while let seqs = search.next() { search.record(try oracle.holds(seqs)) }
      #expect(search.isMinimal && search.testCount < 200, "seed \(seed): \(search.testCount)")
      let sink = LogBuffer()
      try Replayer(app).replay(planted, editing: search.edits, id: "few", into: sink)
      let few = try Log(name: "few", bytes: sink.bytes)
      try few.check()
      #expect(try few.reducedPayloads() == payloads, "seed \(seed)")
      return
    }
    Issue.record("seed \(seed): the session undoes what is planted, wherever it is")
  }

  private func planted(_ payloads: [JSON], _ random: inout SplitMix64) throws -> Log {
    var edits = ActionEdits()
    var place = log.lastSeq - Int.random(in: 0...30, using: &random)
    for payload in payloads {
      edits.insert(payload, after: place)
      place = min(log.lastSeq, place + Int.random(in: 0...10, using: &random))
    }
    let sink = LogBuffer()
    let outcome = try Replayer(app).replay(log, editing: edits, id: "planted", into: sink)
    let first = outcome.impossible.first.first
    #expect(first == nil, "seed \(seed)")
    return try Log(name: "planted", bytes: sink.bytes)
  }
}

extension Log {
  fileprivate func reducedPayloads() throws -> [JSON] {
    try (1...lastSeq).compactMap { seq in
      if case .action(let payload)? = try action(seq)?.payload { payload } else { nil }
    }
  }
}
