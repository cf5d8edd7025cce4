package import RexLog
package import RexQuestions
package import RexReplayer

/// Where the reducer of the log's app runs.
package protocol DebugReducer: Sendable {
  /// Returns the log with missing patches added; nil if the reducer is not available.
  ///
  /// Throws if it is stopped; it is asked again then.
  func backfilled(_ log: Log) throws(CancellationError) -> Log?

  /// Writes the log that results from editing actions.
  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: QuestionControl
  ) throws -> EditOutcome
}
