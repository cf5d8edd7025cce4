import RexJSON
import RexLog
import RexMinimizer
import RexQuery
import RexRecorder
import RexReplayer

/// Minimizing a long log, and replaying one without its last action.
let minimizeScenarios: [Scenario] = [
  minimize("minimize/3-of-10000", of: 10_000, planting: 3),
  minimize("minimize/pair-in-100000", of: 100_000, planting: 2),
  Scenario(name: "whatif/skip-last-of-100000", peer: "a whole replay") { size in
    let planted = try PlantedLog(actionCount: size.count(100_000), markCount: 3)
    return .time(
      ours: { try planted.skipLast() }, peer: { try planted.replay() },
      result: { Array("\(try planted.skipLast())".utf8) })
  },
]

/// The search for some actions of many, against a whole replay for each of its tests.
private func minimize(_ name: String, of actionCount: Int, planting markCount: Int) -> Scenario {
  Scenario(name: name, peer: "a whole replay for each test") { size in
    let planted = try PlantedLog(actionCount: size.count(actionCount), markCount: markCount)
    let testCount = try planted.minimize().testCount
    // The peer replays for a twentieth of the tests; its time is scaled up to all of them.
    let part = max(1, testCount / 20)
    return .figure(
      unit: "ms",
      ours: { try milliseconds { _ = try planted.minimize() } },
      peer: {
        try milliseconds { for _ in 0..<part { try planted.replay() } } * Double(testCount)
          / Double(part)
      },
      result: { Array("\(try planted.minimize().kept) in \(testCount)".utf8) })
  }
}

/// A recorded session in which some actions, far apart, cause the condition.
private struct PlantedLog {
  struct State: Codable, Sendable {
    var total = 0
    var marks: [Int] = []
    var name = "till"
  }

  enum Action: Codable, Sendable {
    case add(Int)
    case mark(Int)
  }

  private let log: Log
  private let markCount: Int
  private let app = ReplayableApp(name: "Marks") { (action: Action, state: inout State) in
    Self.reduce(action, &state)
  }

  init(actionCount: Int, markCount: Int) throws {
    self.markCount = markCount
    let sink = LogBuffer()
    let recorder = try Recorder<Action, State>(
      sink: sink, app: "Marks", configuration: .init(redaction: .none))
    var state = State()
    let markIndices = [actionCount / 7, actionCount - 1 - actionCount / 11, actionCount / 2]
      .prefix(markCount)
    for index in 0..<actionCount {
      let action = markIndices.contains(index) ? Action.mark(index) : .add(index % 997)
      recorder.record(action, into: &state) { Self.reduce($1, &$0) }
    }
    recorder.close()
    log = try Log(name: "marks", bytes: sink.bytes)
  }

  private static func reduce(_ action: Action, _ state: inout State) {
    switch action {
    case .add(let amount): state.total &+= amount
    case .mark(let index): state.marks.append(index)
    }
  }

  func minimize() throws -> Minimization {
    let count = markCount
    var oracle = try ReductionOracle(app, log, reading: [.after, .before]) { moment in
      moment.after["marks"]?.array?.count == count
    }
    var search = Minimization(
      oracle.seqs, candidates: oracle.candidates, causes: oracle.causes)
    while let seqs = search.next() { search.record(try oracle.holds(seqs)) }
    return search
  }

  @discardableResult
  func replay() throws -> Int {
    let sink = LogBuffer()
    try Replayer(app).replay(log, into: sink)
    return sink.bytes.count
  }

  func skipLast() throws -> Int {
    var edits = ActionEdits()
    edits.skip(log.lastSeq...log.lastSeq)
    let sink = LogBuffer()
    return try Replayer(app).replay(log, editing: edits, id: "new", into: sink).actionCount
  }
}
