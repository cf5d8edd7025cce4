package import RexLog
package import RexQuery

/// Why a question about a log cannot be answered.
package enum QuestionProblem: LogProblem {
  /// The recording ends before this time, in milliseconds.
  case noTime(Double, last: Double)
  /// The recording has no such time of day; it tells when it started and ended, and in which time
  /// zone, or not when.
  case noTimeOfDay(String, clock: (start: String, end: String, zone: String)?)
  /// The log has no mark with this label; the first existing labels are given.
  case noMark(String, labels: [String])
  /// The evaluation of a condition exceeded a limit, at this action.
  case condition(QueryError, seq: Int)

  package var status: LogError.Status {
    if case .condition = self { .usage } else { .unreadable }
  }
  package var place: LogError.Place { .question }

  package var message: (problem: String, hint: String) {
    switch self {
    case .noTime(let timeMs, let last):
      (
        "the recording has no time \(LogText.seconds(timeMs))",
        "it ends at \(LogText.seconds(last))"
      )
    case .noTimeOfDay(let time, nil):
      ("the recording has no time \(time)", "the log does not tell when it started")
    case .noTimeOfDay(let time, let (start, end, zone)?):
      (
        "the recording has no time \(time)",
        "it goes from \(start) to \(end), \(zone)"
      )
    case .noMark(let label, let labels):
      (
        "there is no mark \(label)",
        (labels.isEmpty ? "this log has none" : "its marks: \(labels.joined(separator: ", "))")
          + "; an action can also be a number, last, -5, +10, or a time such as 12.5s or 14:05"
      )
    case .condition(let error, let seq):
      (
        "the condition cannot be evaluated after action \(seq): \(error.description)",
        "simplify the condition"
      )
    }
  }
}
