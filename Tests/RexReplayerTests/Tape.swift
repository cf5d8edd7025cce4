import Foundation
import RexDecoding
import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import TestSupport

/// A recorded sum, and the result of editing its actions.
struct Tape {
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

    init(_ action: Action) {
      self.init(origin: nil, payload: try? JSONDocumentEncoder().encode(action))
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

  /// The log's text.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The text as it is if the last action's reducer crashed the app.
  var tornText: String {
    let last = lines.lastIndex { $0.contains(#""kind":"action""#) } ?? 0
    let begun = lines[last]
    let end = begun.range(of: #","tookMs":"#)?.lowerBound ?? begun.endIndex
    return lines[..<last].joined(separator: "\n") + "\n" + begun[..<end]
  }

  /// The text as it is if the app was ended between two actions.
  var textWithoutEnd: String { lines.dropLast().joined(separator: "\n") + "\n" }

  /// The text with a keyframe after each action.
  func keyframedText() throws -> String {
    var (text, items) = ("", [Item]())
    for line in lines {
      let isKeyframe = line.contains(#""kind":"keyframe""#)
      if !isKeyframe || items.isEmpty { text += line + "\n" }
      guard line.contains(#""kind":"action""#) else { continue }
      items.append(Item(actions[items.count]))
      let (seq, state) = (items.count, try Self.state(after: items))
      text += #"{"kind":"keyframe","seq":\#(seq),"timeMs":\#(seq),"state":\#(state)}"# + "\n"
    }
    return text
  }

  /// The outcome of editing a log, and the new log's text.
  static func edited(
    _ log: Log, _ edits: ActionEdits
  ) throws -> (outcome: EditOutcome, text: String) {
    let sink = LogBuffer()
    let outcome = try replayer.replay(log, editing: edits, id: "new", into: sink)
    return (outcome, String(decoding: sink.bytes, as: UTF8.self))
  }

  func replay(_ edits: ActionEdits) throws -> (outcome: EditOutcome, items: [Item]) {
    let sink = LogBuffer()
    let outcome = try Self.replayer.replay(log, editing: edits, id: "new", into: sink)
    let log = try Log(checked: "new", bytes: sink.bytes)
    try log.check()
    return (outcome, try log.actions().map(Item.init))
  }

  /// The state at the end of a new log; an item without a payload sets the total to 5.
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

  /// Some random edits, and the actions of the edited log.
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
  /// Its actions, in order.
  func actions() throws -> [LogAction] {
    try entries().compactMap { if case .action(let action) = $0 { action } else { nil } }
  }
}
