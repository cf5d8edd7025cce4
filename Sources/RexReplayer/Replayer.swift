public import RexLog
import RexTimeline

/// Reduces a log's actions again, from the recorded start state.
///
///     log ──▶ verify ──▶ verification        log ──▶ replay ──▶ log
///
/// Both apply the recorded patch of an opaque action, and continue from the keyframe after a gap.
/// An unfinished action is not reduced again, since it may have crashed the app; the `verify`
/// command does so in a worker process.
public struct Replayer: Sendable {
  /// The app whose reducer is used.
  public let app: ReplayableApp

  /// A replayer for an app.
  public init(_ app: ReplayableApp) { self.app = app }

  /// Reduces every action again and compares each step with the recording.
  ///
  /// Each step is judged separately: after a divergence, re-reduction continues from the recorded
  /// state, so that one wrong step does not affect later ones.
  public func verify(
    _ log: Log, options: VerificationOptions = .init()
  ) throws(LogError) -> Verification {
    let log = try app.migrated(log)
    let jobCount = app.isStateCodable ? options.jobCount : 1
    var found = try Verification(of: log, options, jobCount: jobCount) {
      (range) throws(LogError) in
      try verify(migrated: log, options, in: range)
    }
    if options.isCumulative, found.stoppedAfter == nil {
      found.setDivergedRanges(try divergedRanges(log, options))
    }
    return found
  }

  /// Reduces all actions from the start, and finds the ranges in which the states differ.
  private func divergedRanges(
    _ log: Log, _ options: VerificationOptions
  ) throws(LogError) -> [DivergedRange] {
    let spool = LogSpool()
    _ = try replay(log, into: spool, ReplayPolicy(toleratesAll: true))
    var comparison = ReplayComparison(
      log, try spool.log(named: log.name), options.rules)
    return try comparison.divergedRanges()
  }

  /// Checks a part of a log in the form that the app decodes.
  package func verify(
    migrated log: Log, _ options: VerificationOptions, in range: VerificationRange
  ) throws(LogError) -> Verification {
    if !app.isStateCodable, options.isQuick || range.end != nil || range.beginsAtKeyframe {
      throw LogError(ReductionProblem.needsCodableState(after: nil), log: log.name)
    }
    if options.isQuick {
      var run = try QuickRun(app: app, log: log, options: options, range: range)
      return try run.run()
    }
    var run = try VerificationRun(app: app, log: log, options: options, range: range)
    return try run.run()
  }

  /// Reduces every action again and writes the log that results.
  ///
  /// Patches and keyframe states are new, and keyframes are added if the recorded ones are too far
  /// apart. Everything else is copied.
  @discardableResult
  public func replay(
    _ log: Log, into sink: some LogSink
  ) throws(LogError) -> ReplayOutcome {
    try replay(app.migrated(log), into: sink, ReplayPolicy())
  }

  /// Writes the log that results from a log in the form that the app decodes.
  package func replay(
    _ log: Log, into sink: some LogSink, _ policy: ReplayPolicy,
    progress: (any ReductionProgress)? = nil
  ) throws(LogError) -> ReplayOutcome {
    var run = ReplayRun(app: app, log: log, sink: sink, policy: policy, progress: progress)
    return try run.run()
  }

  /// Writes the log that results from changing actions, reduced again from the first change on.
  ///
  /// Everything before the first change is copied. Effects do not run: actions that a changed
  /// action caused stay in the log as they were recorded, unless `skipsEffects` leaves them out.
  /// The outcome lists them.
  ///
  /// - Parameters:
  ///   - log: The recorded log.
  ///   - edits: The changes.
  ///   - id: The unique identifier of the new log's session.
  ///   - sink: Where the new log is written.
  @discardableResult
  public func replay(
    _ log: Log, editing edits: ActionEdits, id: String, into sink: some LogSink
  ) throws(LogError) -> EditOutcome {
    try replay(app.migrated(log), editing: edits, id: id, into: sink, progress: nil)
  }

  /// Writes the changed log from one in the form that the app decodes.
  package func replay(
    _ log: Log, editing edits: ActionEdits, id: String, into sink: some LogSink,
    progress: (any ReductionProgress)?
  ) throws(LogError) -> EditOutcome {
    var run = try EditingRun(
      app: app, log: log, edits: edits, id: id, sink: sink, progress: progress)
    return try run.run()
  }

  /// The log with missing patches added; only actions without a patch are reduced again.
  ///
  /// Everything recorded is unchanged, so a keyframe still has the recorded state. A long result is
  /// kept in a temporary file.
  public func backfilling(_ log: Log) throws(LogError) -> Log { try backfill(log).log }

  /// The log with missing patches added, and their number.
  package func backfill(_ log: Log) throws(LogError) -> (log: Log, count: Int) {
    let (log, spool) = (try app.migrated(log), LogSpool())
    let outcome = try replay(log, into: spool, ReplayPolicy(reduces: .unpatched))
    return (try spool.log(named: log.name), outcome.actionCount)
  }
}

/// The outcome of a re-reduction into a new log.
public struct ReplayOutcome: Sendable, Codable {
  /// The number of actions reduced again.
  public var actionCount = 0
  /// The number of actions that others caused, through middlewares and effects, which do not run.
  public var causedCount = 0
  /// The number of actions whose reducer asked for other inputs than were recorded.
  public var otherInputsCount = 0
  /// The number of actions skipped because they, or the state, could not be decoded.
  public var undecodableCount = 0
  /// The values that could not be decoded, at most `Verification.detailsMax`.
  ///
  /// Consecutive ones with the same cause are listed once.
  public var undecodables: [UndecodableValue] = []

  /// An empty outcome.
  public init() {}

  mutating func add(_ undecodable: UndecodableValue) {
    undecodableCount += 1
    undecodables.add(undecodable)
  }
}
