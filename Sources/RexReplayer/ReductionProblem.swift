public import RexJSON
public import RexLog
import RexQuestions
import RexTimeline

/// Why a log's actions cannot be reduced again, or not with these edits.
public enum ReductionProblem: LogProblem {
  /// The log has no state to reduce this action into.
  case noStart
  /// The app's `State` is not `Codable`, but the state after this action is needed, and cannot be
  /// reached from the start; nil if a part of the log was to be reduced by itself.
  case needsCodableState(after: Int?)
  /// The app cannot decode what was recorded, or cannot encode its state.
  case reduction(ReductionError, seq: Int, type: String?)
  /// A migration failed for an action, or for the state after one.
  case migration(MigrationError, seq: Int, type: String?)
  /// Actions were lost, so that the log's actions cannot be reduced from its start.
  case gap(LogGap)
  /// There are more actions than are kept in memory at once.
  case tooManyActions(limit: Int)

  /// An edit names an action that is not in the log; the range of actions is given.
  case noAction(Int, first: Int, last: Int)
  /// An edit names an action that was lost in a gap.
  case lostAction(Int, LogGap)
  /// The app cannot decode the payload of an edited action, or of one inserted after `seq`.
  case undecodablePayload(ReductionError, seq: Int, isNew: Bool)
  /// A value cannot be set after an action, or the app cannot decode the state with it.
  case invalidValue(JSONPointer, seq: Int, reason: String)

  /// Where it is.
  public var place: LogError.Place { .line }

  /// What it means for a question.
  public var status: LogError.Status {
    switch self {
    case .noStart, .gap, .tooManyActions: .unreadable
    case .noAction, .lostAction, .undecodablePayload, .invalidValue: .usage
    case .needsCodableState(let seq): seq == nil ? .usage : .noVerdict
    case .reduction, .migration: .noVerdict
    }
  }

  /// What is wrong, and what to do.
  public var message: (problem: String, hint: String) {
    switch self {
    case .noStart:
      (
        "there is no state to reduce this action into",
        "a log starts with a keyframe of seq 0"
      )
    case .needsCodableState(let seq?):
      (
        "action \(seq) cannot be reduced again to the recorded state, and State is not Codable, so "
          + "that nothing can be reduced after it",
        "verify tells why; make State Codable to begin anywhere"
      )
    case .needsCodableState(nil):
      (
        "State is not Codable, so this app reduces a log only in one pass from its start",
        "make State Codable, or leave out --quick and --jobs"
      )
    case .reduction(let error, let seq, let type):
      (
        "\(Self.subject(seq, type)) cannot be \(error.stage.description): \(error.reason)",
        error.hint
      )
    case .migration(let error, let seq, let type):
      ("\(Self.subject(seq, type)) cannot be migrated: \(error.reason)", error.hint)
    case .gap(let gap):
      (
        "actions \(gap.from) to \(gap.to) were lost, so the log cannot be reduced from its start",
        "slice it after them"
      )
    case .tooManyActions(let limit): ("there are more than \(limit) actions", "slice the log")
    case .noAction(let seq, let first, let last):
      StateProblem.noAction(seq, amongActions: first, to: last)
    case .lostAction(let seq, let gap):
      ("action \(seq) was \(gap.loss)", "change an action before or after the gap")
    case .undecodablePayload(let error, let seq, let isNew):
      (
        "this app cannot decode the payload for "
          + (isNew ? "a new action after #\(seq)" : "action \(seq)") + ": \(error.reason)",
        "show LOG \(seq) --action prints how the app encodes an action"
      )
    case .invalidValue(let path, let seq, let reason):
      (
        "\(LogText.path(path)) cannot be set in the state after action \(seq): \(reason)",
        "show LOG \(seq) --state prints the state as the app encodes it"
      )
    }
  }

  private static func subject(_ seq: Int, _ type: String?) -> String {
    type.map { "action \(seq), \($0)," } ?? "the state after \(seq)"
  }
}
