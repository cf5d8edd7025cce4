package import RexLog
package import RexReplayer

/// What a long operation asks and tells while it runs.
package struct DebugControl: Sendable {
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

/// Where the reducer of the log's app runs.
package protocol DebugReducer: Sendable {
  /// Returns the log with missing patches added; nil if the reducer is not available.
  ///
  /// Throws if it is stopped; it is asked again then.
  func backfilled(_ log: Log) throws(CancellationError) -> Log?

  /// Writes the log that results from editing actions.
  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: DebugControl
  ) throws -> EditOutcome
}
