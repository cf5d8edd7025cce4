/// A question was stopped when it had reached an action.
package struct StoppedQuestion: Error {
  package var seq: Int
}

/// What a long operation asks and tells while it runs.
package struct QuestionControl: Sendable {
  /// Whether to stop, with what was found so far; asked often, and on any thread.
  package var isStopped: @Sendable () -> Bool
  /// Receives the number of the action that was reached.
  package var report: @Sendable (Int) -> Void

  package init(
    isStopped: @escaping @Sendable () -> Bool = { false },
    report: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    (self.isStopped, self.report) = (isStopped, report)
  }

  /// Reports an action, and returns whether to stop there.
  package func isStopped(at seq: Int) -> Bool {
    report(seq)
    return isStopped()
  }
}
