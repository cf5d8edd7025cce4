import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// Logs whose actions are changed: the new log is the one that the changed actions would have made.
@Suite struct ActionEditsTests {
  @Test(arguments: 1...UInt64(isLongRun ? 5_000 : 200))
  func theNewLogIsThatOfTheChangedActions(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tape = try Tape(random: &random)
    let (edits, expected) = tape.randomEdits(&random)
    guard let first = edits.first else { return }
    let sink = LogBuffer()
    let outcome = try Tape.replayer.replay(tape.log, editing: edits, id: "new", into: sink)
    let log = try Log(checked: "new", bytes: sink.bytes)
    try log.check()

    #expect(log.session.id == "new", "seed \(seed)")
    #expect(log.session.origin == .init(id: tape.log.session.id, from: first), "seed \(seed)")
    #expect(try log.actions().map(Tape.Item.init) == expected, "seed \(seed), \(edits)")
    #expect(outcome.actionCount == expected.count, "seed \(seed)")
    #expect(outcome.impossible.count == 0, "seed \(seed)")
    var timeline = Timeline(log)
    #expect(
      try timeline.state(at: expected.count) == Tape.state(after: expected), "seed \(seed)")
    let found = try Tape.replayer.verify(log)
    #expect(found.divergences.isEmpty && found.crashes.isEmpty, "seed \(seed)\n\(found)")
  }

  @Test func whatStandsBeforeTheFirstChangeIsCopied() throws {
    let tape = try Tape([.add(1), .add(2), .add(3)])
    var edits = ActionEdits()
    edits.skip(3...3)
    let sink = LogBuffer()
    try Tape.replayer.replay(tape.log, editing: edits, id: "new", into: sink)
    let (old, new) = (
      tape.lines, String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    )
    #expect(new[1...3] == old[1...3])
    #expect(new.count == 5 && new[4].contains(#""kind":"end""#))
  }

  @Test func whatASkippedActionCausedIsNamedOrSkipped() throws {
    let tape = try Tape([.add(1), .add(2), .add(3), .add(4)], causes: [2: 1, 3: 2])
    var edits = ActionEdits()
    edits.skip(1...1)
    let kept = try tape.replay(edits)
    #expect(kept.outcome.orphans.first == [2, 3])
    #expect(kept.items.map(\.origin) == [2, 3, 4])
    #expect(kept.items.map(\.cause) == [nil, 1, nil])
    edits.skipsEffects = true
    let skipped = try tape.replay(edits)
    #expect(skipped.outcome.skippedEffects.first == [2, 3])
    #expect(skipped.items.map(\.origin) == [4])
  }

  @Test func theEffectsOfAChangedActionAreTheRecordedOnes() throws {
    let tape = try Tape([.add(1), .add(2), .add(3)], causes: [2: 1])
    var edits = ActionEdits()
    edits.edit(1, ["add": ["_0": 9]])
    let (outcome, items) = try tape.replay(edits)
    #expect(outcome.recordedEffects.first == [2])
    #expect(items.map(\.cause) == [nil, 1, nil])
    #expect(outcome.impossible.count == 0)
  }

  @Test func whatCannotBeDecodedOrThrowsIsReported() throws {
    let tape = try Tape([.add(1), .requireTotal(1), .add(3)])
    var edits = ActionEdits()
    edits.edit(3, ["subtract": 1])
    edits.skip(1...1)
    let (outcome, items) = try tape.replay(edits)
    #expect(items.map(\.origin) == [2])
    #expect(outcome.impossible.first.map(\.seq) == [2, 3])
    #expect(outcome.impossible.first.map(\.isKept) == [true, false])
    #expect(outcome.impossible.first[0].reason == "threw tooLittle")
  }

  @Test func anActionThatTheLogDoesNotHaveIsAnError() throws {
    let tape = try Tape([.add(1)])
    var edits = ActionEdits()
    edits.skip(1...2)
    let error = try #require(throws: ReplayError.self) { try tape.replay(edits) }
    #expect(error.description == "tape:1:1: there is no action 2; this log has 1 to 1")
  }

  @Test func rangesAreJoined() {
    var (ranges, all) = (SeqRanges(), Set<Int>())
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let start = Int.random(in: 0...300, using: &random)
      let range = start...(start + Int.random(in: 0...4, using: &random))
      ranges.insert(range)
      all.formUnion(range)
      #expect((0...310).allSatisfy { ranges.contains($0) == all.contains($0) })
      #expect(
        zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy {
          $0.upperBound + 1 < $1.lowerBound
        })
    }
  }
}

/// A recorded sum, and what changed actions make of it.
private struct Tape {
  enum Action: Codable, Sendable, Equatable {
    case add(Int)
    case double
    case requireTotal(Int)
  }

  struct State: Codable, Sendable {
    var total = 0
    var values: [Int] = []
  }

  enum Failure: Error { case tooLittle }

  /// An action of a new log.
  struct Item: Equatable {
    var origin: Int?
    var cause: Int?
    var payload: JSON?

    init(origin: Int?, cause: Int? = nil, payload: JSON?) {
      (self.origin, self.cause, self.payload) = (origin, cause, payload)
    }

    init(_ action: LogAction) {
      guard case .action(let json) = action.payload else {
        self.init(origin: action.originSeq, cause: action.cause, payload: nil)
        return
      }
      self.init(origin: action.originSeq, cause: action.cause, payload: json)
    }
  }

  static let replayer = Replayer(ReplayableApp(name: "Tape", reducer: reduce))

  let actions: [Action]
  let causes: [Int: Int]
  let lines: [Substring]
  let log: Log

  init(_ actions: [Action], causes: [Int: Int] = [:]) throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Action, State>(sink: sink, app: "Tape")
    var state = State()
    for (index, action) in actions.enumerated() {
      try recorder.withCause(causes[index + 1]) {
        _ = try recorder.record(action, into: &state) { try Self.reduce($1, &$0) }
      }
    }
    recorder.close()
    (self.actions, self.causes) = (actions, causes)
    log = try Log(name: "tape", bytes: sink.bytes)
    lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
  }

  init(random: inout SeededGenerator) throws {
    let count = Int.random(in: 1...40, using: &random)
    var causes: [Int: Int] = [:]
    for seq in 2..<max(2, count + 1) where Bool.random(using: &random) {
      causes[seq] = Int.random(in: 1..<seq, using: &random)
    }
    let actions = (0..<count).map { _ in
      Bool.random(using: &random) ? Action.add(.random(in: 0...9, using: &random)) : .double
    }
    try self.init(actions, causes: causes)
  }

  @Sendable static func reduce(_ action: Action, _ state: inout State) throws {
    switch action {
    case .add(let value):
      state.total += value
      state.values.append(value)
    case .double: state.total = state.total &* 2 % 1_000_003
    case .requireTotal(let least): if state.total < least { throw Failure.tooLittle }
    }
  }

  func replay(_ edits: ActionEdits) throws -> (outcome: EditOutcome, items: [Item]) {
    let sink = LogBuffer()
    let outcome = try Self.replayer.replay(log, editing: edits, id: "new", into: sink)
    let log = try Log(checked: "new", bytes: sink.bytes)
    try log.check()
    return (outcome, try log.actions().map(Item.init))
  }

  /// The state that a new log ends with; an item without a payload sets the total to 5.
  static func state(after items: [Item]) throws -> JSON {
    var state = State()
    for item in items {
      guard let payload = item.payload else {
        state.total = 5
        continue
      }
      try? reduce(JSONDocumentDecoder().decode(Action.self, from: payload), &state)
    }
    return try JSONDocumentEncoder().encode(state)
  }

  /// Some changes, and the actions that they lead to.
  func randomEdits(_ random: inout SeededGenerator) -> (ActionEdits, [Item]) {
    var edits = ActionEdits()
    var (skipped, edited, behind) = (Set<Int>(), [Int: JSON](), [Int: [(Int?, JSON?)]]())
    var moved = Set<Int>()
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let seq = Int.random(in: 1...actions.count, using: &random)
      let other = Int.random(in: 0...actions.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        edits.skip(seq...seq)
        skipped.insert(seq)
      case 1:
        edits.edit(seq, ["add": ["_0": 7]])
        edited[seq] = ["add": ["_0": 7]]
      case 2:
        edits.insert(["double": [:]], after: other)
        behind[other, default: []].append((nil, ["double": [:]]))
      case 3 where !moved.contains(seq):
        edits.move(seq, after: other)
        moved.insert(seq)
        behind[other, default: []].append((seq, nil))
      default:
        edits.set(JSONPointer(tokens: ["total"]), to: 5, after: other)
        behind[other, default: []].append((nil, nil))
      }
    }
    var plan: [(Int?, JSON?)] = []
    for seq in 0...actions.count {
      if seq > 0, !skipped.contains(seq), !moved.contains(seq) { plan.append((seq, nil)) }
      plan += (behind[seq] ?? []).filter { $0.0.map { !skipped.contains($0) } ?? true }
    }
    return (edits, items(plan, edited, from: edits.first ?? 0))
  }

  private func items(
    _ plan: [(Int?, JSON?)], _ edited: [Int: JSON], from first: Int
  ) -> [Item] {
    var (items, numbers) = ([Item](), [Int: Int]())
    for (origin, payload) in plan {
      var item = Item(origin: nil, payload: payload)
      if let origin {
        item.origin = origin < first ? nil : origin
        item.cause = causes[origin].flatMap { numbers[$0] }
        item.payload = edited[origin] ?? (try? JSONDocumentEncoder().encode(actions[origin - 1]))
        numbers[origin] = items.count + 1
      }
      items.append(item)
    }
    return items
  }
}

extension Log {
  fileprivate func actions() throws -> [LogAction] {
    try entries().compactMap { if case .action(let action) = $0 { action } else { nil } }
  }
}
