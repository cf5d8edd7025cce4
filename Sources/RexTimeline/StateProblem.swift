public import RexLog

/// Why the state after an action cannot be told.
public enum StateProblem: LogProblem {
  /// The log has no state: the recording ended before its first keyframe.
  case noState
  /// There is no frame with this number; the existing numbers are given.
  case noFrame(Int, ClosedRange<Int>, isNextUnfinished: Bool = false)
  /// The frame was lost in a gap.
  case lost(Int, LogGap)
  /// The patch that led to the frame, or one before it, is not in the log.
  ///
  /// `before` and `after` are the frames of the nearest keyframes.
  case unrecorded(Int, before: Int?, after: Int?)

  /// What it means for a question.
  public var status: LogError.Status { .unreadable }
  /// Where it is.
  public var place: LogError.Place { .question }

  /// What is wrong, and what to do.
  public var message: (problem: String, hint: String) {
    switch self {
    case .noState: ("the log has no state", "the recording ended before its first keyframe")
    case .noFrame(let seq, let seqs, let isNextUnfinished):
      Self.noAction(
        seq, amongActions: seqs.lowerBound + 1, to: seqs.upperBound,
        isNextUnfinished: isNextUnfinished)
    case .lost(let seq, let gap):
      (
        "the state after action \(seq) was \(gap.loss)",
        "choose an action before or after the gap"
      )
    case .unrecorded(let seq, let before, let after):
      (
        "the state after action \(seq) is not recorded",
        "use the app's own tool, which reduces the actions again"
          + Self.keyframes([before, after].compactMap(\.self))
      )
    }
  }

  /// The message about an action that a log does not have.
  package static func noAction(
    _ seq: Int, amongActions first: Int, to last: Int, isNextUnfinished: Bool = false
  ) -> (problem: String, hint: String) {
    let actions = first > last ? "no actions" : "actions \(first) to \(last)"
    let unfinished = isNextUnfinished ? "; action \(last + 1) began and never finished" : ""
    return ("there is no action \(seq)", "this log has \(actions)\(unfinished)")
  }

  private static func keyframes(_ seqs: [Int]) -> String {
    seqs.isEmpty
      ? "" : ", or the nearest keyframes: " + seqs.map(String.init).joined(separator: " and ")
  }
}

extension LogError {
  /// Whether a state is not recorded, so that reducing the actions before it again helps.
  package var isUnrecorded: Bool {
    if case .unrecorded? = problem as? StateProblem { true } else { false }
  }

  /// Whether the log has the frame, but not its state.
  package var isUnknownState: Bool {
    switch problem as? StateProblem {
    case .lost, .unrecorded: true
    case .noState, .noFrame: false
    case nil: isDamage
    }
  }
}

/// The former name of `LogError`.
public typealias ReplayError = LogError
