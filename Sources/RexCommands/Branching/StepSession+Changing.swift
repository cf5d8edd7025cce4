import RexJSON
import RexLog
import RexReplayer

/// Commands that edit actions, in the current branch or in a new one.
extension StepSession {
  mutating func change(
    _ kind: StepLine.Kind, _ operands: [String]
  ) throws -> StepReply {
    let rest = operands.joined(separator: " ")
    var edits = current?.edits ?? ActionEdits()
    switch kind {
    case .skip: try skip(rest, &edits)
    case .unskip: try unskip(rest, &edits)
    case .edit: try edit(rest, &edits)
    case .insert: try insert(rest, &edits)
    case .move: try move(operands, &edits)
    default: try set(rest, &edits)
    }
    guard edits != current?.edits ?? ActionEdits() else {
      throw CommandError("that changes nothing")
    }
    return try apply(edits)
  }

  private func skip(_ text: String, _ edits: inout ActionEdits) throws {
    var words = text.split { $0 == " " || $0 == "," }.map(String.init)
    let count = words.count
    words.removeAll { $0 == "--with-effects" }
    if words.count < count { edits.skipsEffects = true }
    guard !words.isEmpty else { throw CommandError("skip takes actions, such as 12,40-44", .usage) }
    // Merged, so that a repeated number counts once.
    var chosen = SeqRanges()
    for seqs in try seqs(words.joined(separator: ","), "skip") {
      try checkActions(seqs)
      chosen.insert(seqs)
    }
    var added: [(after: Int, index: Int)] = []
    for seqs in chosen.ranges {
      let (before, positions) = try positions(of: seqs)
      if let before { edits.skip(before) }
      for position in positions {
        switch position {
        case .recorded(let seq): edits.skip(seq...seq)
        case .added(let after, let index): added.append((after, index))
        }
      }
    }
    // From the last to the first, since a removal shifts the indices after it.
    for (after, index) in added.sorted(by: { $0.index > $1.index }) {
      if case .moved(let seq)? = edits.removeAddition(after: after, at: index) {
        edits.skip(seq...seq)
      }
    }
  }

  private func checkActions(_ seqs: ClosedRange<Int>) throws {
    guard seqs.lowerBound <= first else { return }
    throw CommandError("\(first) is the start, not an action", .usage)
  }

  private func unskip(_ text: String, _ edits: inout ActionEdits) throws {
    guard !edits.skipped.ranges.isEmpty else { throw CommandError("nothing is skipped here") }
    let all = text.isEmpty ? edits.skipped.ranges : try seqs(text, "unskip", in: recorded)
    for seqs in all { edits.unskip(seqs) }
    if edits.skipped.ranges.isEmpty { edits.skipsEffects = false }
  }

  private func edit(_ text: String, _ edits: inout ActionEdits) throws {
    let (seq, payload) = try payload(text, "edit")
    try checkActions(seq...seq)
    switch try position(of: seq) {
    case .recorded(let seq): edits.edit(seq, payload)
    case .added(let after, let index):
      switch edits.additions[after]?[index] {
      case .moved(let seq): edits.edit(seq, payload)
      case .action:
        edits.removeAddition(after: after, at: index)
        edits.insert(.action(payload), after: after, at: index)
      case .set, nil:
        throw CommandError("action \(seq) sets a value; skip it and set another", .usage)
      }
    }
  }

  private func insert(_ text: String, _ edits: inout ActionEdits) throws {
    let (seq, payload) = try payload(text, "insert")
    put(.action(payload), after: try position(of: seq), &edits)
  }

  private func set(_ text: String, _ edits: inout ActionEdits) throws {
    let example = "SEQ PATH=JSON, such as 3 /total=0"
    let (word, rest) = try words(text, "set", example)
    let seq = try address(word)
    let change = try EditParser.change(rest, "set", example)
    put(.set(change.0, change.1), after: try position(of: seq), &edits)
  }

  private func move(_ words: [String], _ edits: inout ActionEdits) throws {
    guard words.count == 2 else { throw CommandError("move takes SEQ SEQ, such as 5 12", .usage) }
    let (seq, other) = (try address(words[0]), try address(words[1]))
    try checkActions(seq...seq)
    guard seq != other else { throw CommandError("an action cannot move after itself", .usage) }
    var target = try position(of: other)
    switch try position(of: seq) {
    case .recorded(let seq): put(.moved(seq), after: target, &edits)
    case .added(let after, let index):
      guard let addition = edits.removeAddition(after: after, at: index) else { return }
      if case .added(after, let targetIndex) = target, targetIndex > index {
        target = .added(after: after, index: targetIndex - 1)
      }
      put(addition, after: target, &edits)
    }
  }

  /// Inserts an addition directly after an action.
  private func put(
    _ addition: ActionEdits.Addition, after position: Position, _ edits: inout ActionEdits
  ) {
    switch position {
    case .recorded(let seq): edits.insert(addition, after: seq, at: 0)
    case .added(let after, let index): edits.insert(addition, after: after, at: index + 1)
    }
  }
}

/// Operands of the commands that edit actions.
extension StepSession {
  private func payload(_ text: String, _ name: String) throws -> (Int, JSON) {
    let (word, rest) = try words(text, name, #"SEQ JSON, such as 7 {"load":{}}"#)
    let seq = try address(word)
    return (seq, try EditParser.json(rest, name))
  }

  private func words(
    _ text: String, _ name: String, _ usage: String
  ) throws -> (String, String) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { throw CommandError("\(name) takes \(usage)", .usage) }
    return (words[0], words[1])
  }

  private func seqs(
    _ text: String, _ name: String, in log: Log? = nil
  ) throws -> [ClosedRange<Int>] {
    let (here, seq) = (log ?? self.log, log == nil ? seq : nil)
    return try EditParser.seqs(text, name) { word, _ in
      try StepSession.address(word, in: here, from: seq)
    }
  }
}
