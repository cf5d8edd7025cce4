import RexDiff
public import RexJSON
import RexLog
import RexQuery

extension TimelineError: DescribedError {
  /// The problem and what to do, in one sentence without control characters.
  public var description: String { message.shownEscaped }

  private var message: String {
    switch kind {
    case .log(let error): error.description
    case .noState: "the log has no state; use one that contains a keyframe"
    case .noFrame(let seq, let seqs):
      "there is no frame \(seq); choose one from \(seqs.lowerBound) to \(seqs.upperBound)"
    case .lost(let seq, let gap):
      """
      the state after action \(seq) was lost (\(gap.reason)); choose one before \(gap.from) or \
      from \(gap.to) on
      """
    case .unrecorded(let seq, let before, let after):
      "the state after action \(seq) is not recorded; reduce the actions again"
        + Self.keyframes([before, after].compactMap(\.self))
    case .noTime(let timeMs, let last):
      "the recording has no time \(timeMs / 1000) s; it ends at \(last / 1000) s"
    case .noMark(let label, let labels):
      labels.isEmpty
        ? "there is no mark \(label); the log has none"
        : "there is no mark \(label); choose one of \(labels.joined(separator: ", "))"
    case .query(let error, let seq):
      "the condition cannot be evaluated after action \(seq): \(error.description)"
    }
  }

  private static func keyframes(_ seqs: [Int]) -> String {
    seqs.isEmpty
      ? "" : ", or choose keyframe " + seqs.map { String($0) }.joined(separator: " or ")
  }
}
