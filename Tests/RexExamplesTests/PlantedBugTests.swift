import RexActions
import RexJSON
import RexLog
import RexMinimizer
import RexQuery
import RexReplayer
import RexStore
import TestSupport
import Testing

@testable import RexExamples

/// Bugs of every kind, planted in every example's reducer: minimizing finds the planted actions.
@Suite struct PlantedBugTests {
  static let sizes = isLongRun ? [1_000, 10_000, 100_000] : [150]

  @Test(arguments: PlantedApp.all, 1...UInt64(tries(1, gate: 4, long: 10)))
  func theFewestActionsAreThePlantedOnes(_ app: PlantedApp, seed: UInt64) throws {
    for size in Self.sizes {
      let hunt = try BugHunt(app, seed: seed, actionCount: size)
      for kind in PlantedBug.Kind.allCases {
        guard let bug = hunt.bug(kind) else { continue }
        let found = try hunt.minimize(bug)
        let kept = try hunt.payloads(of: found.kept).map { bug.events.firstIndex(of: $0) }
        #expect(found.isMinimal)
        #expect(bug.isPlanted(kept), "\(app.example.name), \(kind), seed \(seed): \(kept)")
      }
    }
  }

  @Test(arguments: PlantedApp.all, 1...UInt64(tries(1, gate: 4, long: 10)))
  func aTextShrinksToWhatTheBugNeeds(_ app: PlantedApp, seed: UInt64) throws {
    let hunt = try BugHunt(app, seed: seed, actionCount: 150)
    let bug = PlantedBug(kind: .text, events: [])
    guard hunt.actions.contains(where: { bug.isLong($0.payload) }) else { return }
    var oracle = try hunt.oracle(bug)
    var search = Minimization(oracle.seqs, candidates: oracle.candidates, causes: oracle.causes)
    while let candidate = search.next() { search.record(try oracle.holds(candidate)) }
    search.shrink(try oracle.payloads(of: search.kept))
    while let candidate = search.next() { search.record(try oracle.holds(candidate)) }
    #expect(search.isMinimal && search.kept.count == 1, "seed \(seed)")
    let recorded = try oracle.payloads(of: search.kept)
    let payload = try #require(recorded.merging(search.best.payloads) { $1 }.first?.value)
    // A text that names a case cannot shrink. No other text is longer than the bug needs.
    let longest = payload.texts.map(\.count).max() ?? 0
    #expect(bug.isLong(payload), "seed \(seed): \(payload)")
    if app.hasFreeTexts { #expect(longest == PlantedBug.textMin, "seed \(seed): \(payload)") }
  }
}

/// A bug that some actions of a session trigger.
struct PlantedBug: Sendable {
  enum Kind: CaseIterable {
    /// Three actions in any order.
    case together
    /// Three actions in a particular order.
    case inOrder
    /// One action, if another is absent or is followed by a third.
    case withoutAnother
    /// One action, and both or none of two others: neither of these can be removed alone.
    case bothOrNone
    /// An action with a long text in it.
    case text

    static let allCases: [Kind] = [.together, .inOrder, .withoutAnother, .bothOrNone]
  }

  var kind: Kind
  /// The payloads that trigger the bug.
  var events: [JSON]

  static let textMin = 4

  func isLong(_ payload: JSON) -> Bool { payload.texts.contains { $0.count >= Self.textMin } }

  /// What the reducer does in addition to its work; `seen` is in its state.
  func reduce(_ payload: JSON, _ seen: inout [Int]) {
    if kind == .text {
      if isLong(payload) { seen = [1] }
      return
    }
    guard let event = events.firstIndex(of: payload) else { return }
    switch kind {
    case .inOrder: if event == seen.count { seen.append(event) }
    case .withoutAnother where event == 2: seen.removeAll { $0 == 1 }
    case .together, .withoutAnother, .bothOrNone, .text:
      if !seen.contains(event) { seen.append(event) }
    }
  }

  func isShown(by seen: [Int]) -> Bool {
    switch kind {
    case .together, .inOrder: seen.count == 3
    case .withoutAnother: seen.contains(0) && !seen.contains(1)
    case .bothOrNone: seen.contains(0) && seen.contains(1) == seen.contains(2)
    case .text: !seen.isEmpty
    }
  }

  /// Whether these events, in this order, are the fewest that show the bug.
  func isPlanted(_ events: [Int?]) -> Bool {
    switch kind {
    case .together: Set(events) == [0, 1, 2] && events.count == 3
    case .inOrder: events == [0, 1, 2]
    case .withoutAnother: events == [0]
    // Both of the pair are removed if one test left out both; neither can be removed alone.
    case .bothOrNone: events == [0] || Set(events) == [0, 1, 2] && events.count == 3
    case .text: events.count == 1
    }
  }
}

/// An example whose reducer can be given a bug.
struct PlantedApp: Sendable, CustomTestStringConvertible {
  let example: ExampleApp
  /// Whether every text of four characters in its actions may be replaced by any other text.
  let hasFreeTexts: Bool
  let planting: @Sendable (PlantedBug) -> ReplayableApp

  var testDescription: String { example.name }

  static let all: [PlantedApp] = [
    PlantedApp(.teamChat, teamChatReducer, hasFreeTexts: true),
    PlantedApp(.volume, volumeAppReducer),
    PlantedApp(.phoneSession, PhoneActions.registry, phoneReducer),
    PlantedApp(.shop, ShopActions.registry, Reducer(returning: shopReducer)),
    PlantedApp(.news, newsAppReducer),
    PlantedApp(.newsScoped, newsReducer),
  ]

  private init<Action: Codable & Sendable, State: Codable & Sendable>(
    _ example: ExampleApp, _ reducer: Reducer<Action, State>, hasFreeTexts: Bool = false
  ) {
    (self.example, self.hasFreeTexts) = (example, hasFreeTexts)
    planting = { bug in
      ReplayableApp(name: example.replayable.name) {
        (action: Action, state: inout PlantedState<State>) in
        reducer.reduce(action, &state.state)
        bug.reduce(try JSONDocumentEncoder().encode(action), &state.seen)
      }
    }
  }

  private init<Action: Sendable, State: Codable & Sendable>(
    _ example: ExampleApp, _ actions: ActionRegistry<Action>, _ reducer: Reducer<Action, State>
  ) {
    (self.example, hasFreeTexts) = (example, false)
    planting = { bug in
      ReplayableApp(name: example.replayable.name, actions: actions) {
        (action: Action, state: inout PlantedState<State>) in
        reducer.reduce(action, &state.state)
        let registered = Registered(action: action, actions: actions)
        bug.reduce(try JSONDocumentEncoder().encode(registered), &state.seen)
      }
    }
  }

  private struct Registered<Action>: Encodable {
    let action: Action
    let actions: ActionRegistry<Action>

    func encode(to encoder: any Encoder) throws { try actions.encode(action, to: encoder) }
  }
}

/// An app's state, with what the bug has seen.
private struct PlantedState<State: Codable & Sendable>: Codable, Sendable {
  var state: State
  var seen: [Int] = []

  private enum CodingKeys: String, CodingKey {
    case seen = "planted bug"
  }

  init(from decoder: any Decoder) throws {
    state = try State(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    seen = try members.decodeIfPresent([Int].self, forKey: .seen) ?? []
  }

  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(seen, forKey: .seen)
  }
}

/// A session of an example, and the search for what a seed plants in it.
struct BugHunt {
  let app: PlantedApp
  let log: Log
  let actions: [(seq: Int, payload: JSON)]
  private let seed: UInt64

  init(_ app: PlantedApp, seed: UInt64, actionCount: Int) throws {
    let sink = LogBuffer()
    let plan = SessionPlan(seed: seed, actionCount: actionCount)
    try app.example.record(plan, to: sink, configuration: .repeatable(plan))
    (self.app, self.seed) = (app, seed)
    log = try Log(name: app.example.name, bytes: sink.bytes)
    actions = try log.entries().compactMap { entry in
      guard case .action(let action) = entry, case .action(let payload) = action.payload else {
        return nil
      }
      return (action.seq, payload)
    }
  }

  /// A bug of three payloads that the session shows at its end; nil if it does not have three.
  func bug(_ kind: PlantedBug.Kind) -> PlantedBug? {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let seqs = (0..<3).map { _ in Int.random(in: actions.indices, using: &random) }.sorted()
      let bug = PlantedBug(kind: kind, events: seqs.map { actions[$0].payload })
      guard Set(bug.events).count == 3 else { continue }
      var seen: [Int] = []
      for action in actions { bug.reduce(action.payload, &seen) }
      if bug.isShown(by: seen) { return bug }
    }
    return nil
  }

  func payloads(of seqs: [Int]) throws -> [JSON] {
    let payloads = Dictionary(uniqueKeysWithValues: actions.map { ($0.seq, $0.payload) })
    return try seqs.map { try #require(payloads[$0]) }
  }

  func oracle(_ bug: PlantedBug) throws -> ReductionOracle {
    var oracle = try ReductionOracle(app.planting(bug), log, reading: [.after, .before]) { moment in
      let seen = moment.after["planted bug"]?.array ?? []
      return bug.isShown(by: seen.compactMap { $0.number?.exactly() })
    }
    #expect(try oracle.holds(oracle.candidates), "seed \(seed): it is planted, but not shown")
    return oracle
  }

  func minimize(_ bug: PlantedBug) throws -> Minimization {
    var oracle = try oracle(bug)
    var search = Minimization(oracle.seqs, candidates: oracle.candidates, causes: oracle.causes)
    while let candidate = search.next() { search.record(try oracle.holds(candidate)) }
    return search
  }
}

extension JSON {
  /// The texts in a document, except keys.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    case .null, .bool, .number: []
    }
  }
}
