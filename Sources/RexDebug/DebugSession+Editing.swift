import RexJSON
import RexLog
import RexQuestions
import RexReplayer
import RexTimeline

/// Commands that edit actions, in the current branch or in a new one.
extension DebugSession {
  mutating func change(_ edit: DebugEdit, _ control: QuestionControl) throws -> DebugReply {
    let old = branch?.edits ?? ActionEdits()
    var edits = old
    try checkExists(edit)
    switch edit {
    case .skip(let seqs, let withEffects):
      if withEffects { edits.skipsEffects = true }
      try skip(seqs, &edits)
    case .unskip(let seqs): try unskip(seqs, &edits)
    case .replace(let seq, let payload): try replace(seq, payload, &edits)
    case .insert(let seq, let payload):
      put(.action(payload), after: try position(of: seq), &edits)
    case .move(let seq, let other): try move(seq, after: other, &edits)
    case .set(let seq, let path, let value):
      put(.set(path, value), after: try position(of: seq), &edits)
    }
    guard edits != old else { throw DebugMiss.changesNothing }
    return try apply(edits, control)
  }

  private func skip(_ seqs: [ClosedRange<Int>], _ edits: inout ActionEdits) throws {
    // Merged, so that a repeated number counts once.
    var chosen = SeqRanges()
    for seqs in seqs {
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

  /// Throws if an edit names an action that the current log does not have.
  private func checkExists(_ edit: DebugEdit) throws {
    let seqs: [Int] =
      switch edit {
      case .skip(let seqs, _): seqs.flatMap { [$0.lowerBound, $0.upperBound] }
      case .unskip: []
      case .replace(let seq, _), .insert(let seq, _), .set(let seq, _, _): [seq]
      case .move(let seq, let other): [seq, other]
      }
    for seq in seqs { _ = try SeqAddress.number(seq).seq(in: log) }
  }

  private func checkActions(_ seqs: ClosedRange<Int>) throws {
    guard seqs.lowerBound <= first else { return }
    throw DebugMiss.isStart(first)
  }

  private func unskip(_ seqs: [ClosedRange<Int>]?, _ edits: inout ActionEdits) throws {
    guard !edits.skipped.ranges.isEmpty else { throw DebugMiss.nothingSkipped }
    for seqs in seqs ?? edits.skipped.ranges { edits.unskip(seqs) }
    if edits.skipped.ranges.isEmpty { edits.skipsEffects = false }
  }

  private func replace(_ seq: Int, _ payload: JSON, _ edits: inout ActionEdits) throws {
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
        throw DebugMiss.setsValue(seq)
      }
    }
  }

  private func move(_ seq: Int, after other: Int, _ edits: inout ActionEdits) throws {
    try checkActions(seq...seq)
    guard seq != other else { throw DebugMiss.moveAfterItself }
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
