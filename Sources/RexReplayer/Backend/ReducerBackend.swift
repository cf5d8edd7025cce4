import RexLog

/// Where an app's reducer runs: in this process, or in workers, which a crash ends instead.
package protocol ReducerBackend: Sendable {
  /// Whether reducers run in processes of their own, so that several can run at once.
  var hasWorkers: Bool { get }

  /// Verifies a log, in several processes if `runCount` says so.
  func verify(
    _ log: Log, _ options: VerificationOptions, runCount: Int
  ) throws -> Verification

  /// Verifies a part of a log; nil if the reducer's process dies.
  func verify(
    _ log: Log, _ options: VerificationOptions, in range: VerificationRange
  ) throws -> Verification?

  /// Writes the log that results from reducing the actions again.
  func replay(_ log: Log, into sink: some LogSink) throws -> ReplayOutcome

  /// Writes the log that results from editing actions.
  ///
  /// - Parameter id: The unique identifier of the new log's session.
  func replay(
    _ log: Log, editing edits: ActionEdits, id: String, into sink: some LogSink
  ) throws -> EditOutcome

  /// Returns the log with its missing patches added, and their number.
  func backfill(_ log: Log) throws -> (log: Log, count: Int)

  /// Begins trials of a log's actions.
  func trials(
    of log: Log, _ question: TrialQuestion, isAskedAnywhere: Bool, jobCount: Int
  ) throws -> any ReductionTrials
}

/// Reduces in this process, never two actions at once: they may share data outside the state.
extension Replayer: ReducerBackend {
  package var hasWorkers: Bool { false }

  package func verify(
    _ log: Log, _ options: VerificationOptions, runCount: Int
  ) throws -> Verification {
    var options = options
    options.jobCount = 1
    return try verify(log, options: options)
  }

  package func verify(
    _ log: Log, _ options: VerificationOptions, in range: VerificationRange
  ) throws -> Verification? {
    try verify(migrated: app.migrated(log), options, in: range)
  }

  package func trials(
    of log: Log, _ question: TrialQuestion, isAskedAnywhere: Bool, jobCount: Int
  ) throws -> any ReductionTrials {
    try InProcessTrials(app, log, question, isAskedAnywhere: isAskedAnywhere)
  }
}
