import RexLog
package import RexQuery

/// What limits a reply.
package enum QuestionNote: Sendable {
  /// The command's condition may not mean what it seems to.
  case warning(QueryError)
  /// Several elements have the id in a path, in the state after an action; the first was chosen.
  case ambiguous(ValuePath.AmbiguousChoice, seq: Int)
  /// Some states are unknown, and were passed over.
  case unknown(UnknownStates)
  /// The condition depends on redacted values after some actions, which were passed over.
  case undecided(count: Int, first: Int)
  /// The changes by some actions are not recorded, and were not searched.
  case unsearched(count: Int, first: Int)
  /// Some actions are lost, and were not searched.
  case lost(count: Int)
  /// There is more than can be kept.
  case truncated
  /// The command was stopped when it had reached an action.
  case stopped(at: Int)

  package var text: String {
    switch self {
    case .warning(let warning): "warning: \(warning.description)"
    case .ambiguous(let choice, let seq):
      """
      warning: after action \(seq), \(choice.count) elements have the id \(choice.id); this is \
      about the first, \(choice.pointer)
      """
    case .unknown(let states): states.note ?? ""
    case .undecided(let count, let first):
      """
      skipped after \(LogText.count(count, "action")): the condition depends on a redacted value \
      (first: action \(first))
      """
    case .unsearched(let count, let first):
      """
      the changes by \(LogText.count(count, "action")) are not recorded, and were not searched \
      (first: \(first))
      """
    case .lost(let count): "\(LogText.count(count, "action")) lost, and not searched"
    case .truncated: "there are more types and kinds of change than are kept; some are left out"
    case .stopped(let seq): "stopped when it had reached action \(seq)"
    }
  }
}

extension QuestionNote {
  /// Whether it leaves open if there is more than what was found.
  package var isOpen: Bool {
    switch self {
    case .unknown, .undecided, .unsearched, .lost, .truncated: true
    case .warning, .ambiguous, .stopped: false
    }
  }
}

extension UnknownStates {
  /// How many there are, and why; nil if there are none.
  package var questionNote: QuestionNote? { count > 0 ? .unknown(self) : nil }
}

extension UndecidedActions {
  /// How many there are; nil if there are none.
  package var note: QuestionNote? { first.map { .undecided(count: count, first: $0) } }
}
