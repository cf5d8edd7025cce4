import RexJSON
import RexLog
import RexQuestions
import RexTimeline

extension LogError {
  /// This error as a finding about a value that this build cannot decode.
  ///
  /// - Parameter value: the action's or the state's document.
  func undecodable(_ value: JSON, in log: Log) -> UndecodableValue? {
    guard case .reduction(let reduction, let seq, let type)? = problem as? ReductionProblem else {
      return nil
    }
    let isRedacted =
      reduction.stage != .encodingState
      && value[reduction.path].map { LogPlaceholders(log)?.areContained(in: $0) ?? false } ?? false
    return UndecodableValue(
      seq: seq, type: type, path: reduction.path,
      reason: isRedacted ? "\(LogText.path(reduction.path)) was redacted" : reduction.reason,
      hint: isRedacted ? "leave it out of the redaction" : reduction.hint,
      isRedacted: isRedacted, file: self.log, line: location.line)
  }
}
