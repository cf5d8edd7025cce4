import Dispatch
import RexLocking
public import RexLog

/// Reduces a log's actions again, from the recorded start state.
///
///     log ──▶ verify ──▶ verification        log ──▶ replay ──▶ log
///
/// An opaque action's recorded patch stands in for it; after a gap both go on from the keyframe.
/// An action that began and never finished is not reduced again: it may be what ended the app. A
/// worker process does that; see `verify` of the commands.
public struct Replayer: Sendable {
  /// The app whose reducer is used.
  public let app: ReplayableApp

  /// A replayer for an app.
  public init(_ app: ReplayableApp) { self.app = app }

  /// Reduces every action again and compares each step with the record.
  ///
  /// Each step is judged by itself: after a divergence the re-reduction goes on from the recorded
  /// state, so that one wrong step does not make all later ones wrong.
  public func verify(
    _ log: Log, options: VerificationOptions = .init()
  ) throws(ReplayError) -> Verification {
    let log = try app.migrated(log)
    var found = Verification(log: log.name)
    if options.jobCount > 1 {
      found = try verifyInParallel(log, options)
    } else {
      found = try verify(log, options, in: .init())
    }
    if options.isCumulative {
      found.take(try partings(log, options))
    }
    (found.isQuick, found.checkedPercentMin) = (options.isQuick, options.checkedPercentMin)
    return found
  }

  /// Reduces all actions from the start: where the states part and meet again.
  package func partings(
    _ log: Log, _ options: VerificationOptions
  ) throws(ReplayError) -> [Parting] {
    var run = CumulativeRun(app: app, log: log, options: options)
    return try run.run()
  }

  /// Checks a part of a log.
  package func verify(
    _ log: Log, _ options: VerificationOptions, in range: VerificationRange
  ) throws(ReplayError) -> Verification {
    if options.isQuick {
      var run = try QuickRun(app: app, log: log, options: options, range: range)
      return try run.run()
    }
    var run = try VerificationRun(app: app, log: log, options: options, range: range)
    return try run.run()
  }

  /// Checks parts of a log on threads of their own; an error is the first part's that has one.
  private func verifyInParallel(
    _ log: Log, _ options: VerificationOptions
  ) throws(ReplayError) -> Verification {
    let ranges: [VerificationRange]
    do throws(LogError) {
      ranges = try log.verificationRanges(count: options.jobCount)
    } catch {
      throw ReplayError(kind: .log(error), log: error.log, location: error.location)
    }
    let parts = Locked<[Int: Result<Verification, ReplayError>]>([:])
    DispatchQueue.concurrentPerform(iterations: ranges.count) { index in
      let part = Result { () throws(ReplayError) in try verify(log, options, in: ranges[index]) }
      parts.withLock { $0[index] = part }
    }
    var found = Verification(log: log.name)
    for (_, part) in parts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      found.append(try part.get())
    }
    return found
  }

  /// Reduces every action again and writes the log that results.
  ///
  /// Patches and the states of keyframes are new, and so are keyframes where those of the record
  /// lie too far apart; all else is as recorded.
  @discardableResult
  public func replay(
    _ log: Log, into sink: some LogSink
  ) throws(ReplayError) -> ReplayOutcome {
    try replay(log, into: sink, progress: nil)
  }

  /// Writes the log that results, and tells of each action before it is reduced.
  package func replay(
    _ log: Log, into sink: some LogSink, progress: (any ReductionProgress)?
  ) throws(ReplayError) -> ReplayOutcome {
    var run = ReplayRun(app: app, log: try app.migrated(log), sink: sink, progress: progress)
    return try run.run()
  }

  /// Writes the log that results from changing actions, reduced again from the first change on.
  ///
  /// What comes before the first change is copied. Effects do not run: what an action led to when
  /// it was recorded is in the new log as recorded, and the outcome names it.
  ///
  /// - Parameter id: tells the new log from every other, as the id of a session does.
  @discardableResult
  public func replay(
    _ log: Log, editing edits: ActionEdits, id: String, into sink: some LogSink
  ) throws(ReplayError) -> EditOutcome {
    try replay(log, editing: edits, id: id, into: sink, progress: nil)
  }

  /// Writes the changed log, and tells of each action before it is reduced.
  package func replay(
    _ log: Log, editing edits: ActionEdits, id: String, into sink: some LogSink,
    progress: (any ReductionProgress)?
  ) throws(ReplayError) -> EditOutcome {
    let log = try app.migrated(log)
    var run = try EditingRun(
      app: app, log: log, edits: edits, id: id, sink: sink, progress: progress)
    return try run.run()
  }

  /// The log with the patches that it lacks: only those actions are reduced again.
  ///
  /// What is recorded stays as it is, so that a keyframe shows the state that there was. A long log
  /// is in a file without a name.
  public func filling(_ log: Log) throws(ReplayError) -> Log { try fillingCounting(log).log }

  /// The log with the patches that it lacks, and how many there were.
  package func fillingCounting(
    _ log: Log, progress: (any ReductionProgress)? = nil
  ) throws(ReplayError) -> (log: Log, count: Int) {
    var run = FillingRun(app: app, log: try app.migrated(log), progress: progress)
    return (try run.run(), run.count)
  }
}

/// What came of a re-reduction into a new log.
public struct ReplayOutcome: Sendable, Codable {
  /// How many actions were reduced again.
  public var actionCount = 0
  /// How many were passed over because redaction made them, or the state, undecodable.
  public var undecodableCount = 0
  /// What could not be decoded, each place once, at most `Verification.detailsMax`.
  public var undecodables: [Undecodable] = []

  /// Nothing reduced yet.
  public init() {}

  mutating func add(_ undecodable: Undecodable) {
    undecodableCount += 1
    let isKnown = undecodables.last?.hasSameCause(as: undecodable) ?? false
    if undecodables.count < Verification.detailsMax, !isKnown { undecodables.append(undecodable) }
  }
}
