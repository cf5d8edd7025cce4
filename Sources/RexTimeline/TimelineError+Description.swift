import RexDiff
public import RexJSON
import RexLog
import RexQuery

extension TimelineError: DescribedError {
  /// The problem and what to do, in one sentence without control characters.
  public var description: String {
    if case .log(let error) = kind { return error.description }
    let (problem, hint) = kind.message
    return "\(problem); \(hint)".escapedForDisplay
  }
}

extension TimelineError.Kind {
  package var message: (problem: String, hint: String) {
    switch self {
    case .log(let error): error.kind.message
    case .noFrame(let seq, let seqs):
      (
        "there is no action \(seq)",
        "this log has frames \(seqs.lowerBound) to \(seqs.upperBound)"
      )
    case .noState: ("the log has no state", "the recording ended before its first keyframe")
    case .lost(let seq, let gap):
      (
        "the state after action \(seq) was lost in a gap from \(gap.from) to \(gap.to): "
          + gap.reason,
        "choose an action before or after the gap"
      )
    case .noTime(let timeMs, let last):
      (
        "the recording has no time \(LogText.seconds(timeMs))",
        "it ends at \(LogText.seconds(last))"
      )
    case .noMark(let label, let labels):
      (
        "there is no mark \(label)",
        labels.isEmpty ? "this log has none" : "try one of: \(labels.joined(separator: ", "))"
      )
    case .query(let error, let seq):
      (
        "the condition cannot be evaluated after action \(seq): \(error.description)",
        "simplify the condition"
      )
    case .unrecorded(let seq, let before, let after):
      (
        "the state after action \(seq) is not recorded",
        "use the app's own tool, which reduces the actions again"
          + Self.keyframes([before, after].compactMap(\.self))
      )
    }
  }
  private static func keyframes(_ seqs: [Int]) -> String {
    seqs.isEmpty
      ? "" : ", or the nearest keyframes: " + seqs.map(String.init).joined(separator: " and ")
  }
}
