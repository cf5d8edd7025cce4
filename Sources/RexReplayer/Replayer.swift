public import RexLog

/// Reduces a log's actions again, from the recorded start state.
///
///     log ──▶ verify ──▶ verification        log ──▶ replay ──▶ log
///
/// An opaque action's recorded patch stands in for it; after a gap both go on from the keyframe.
/// An action that began and never finished is not reduced again: it may be what ended the app.
public struct Replayer: Sendable {
  /// The app whose reducer is used.
  public let app: ReplayableApp

  /// A replayer for an app.
  public init(_ app: ReplayableApp) { self.app = app }

  /// Reduces every action again and compares each step with the record.
  ///
  /// Each step is judged by itself: after a divergence the re-reduction goes on from the recorded
  /// state, so that one wrong step does not make all later ones wrong.
  public func verify(_ log: Log) throws(ReplayError) -> Verification {
    var check = VerificationRun(app: app, log: log)
    return try check.run()
  }

  /// Reduces every action again and writes the log that results.
  ///
  /// Patches and the states of keyframes are new, and so are keyframes where those of the record
  /// lie too far apart; all else is as recorded.
  @discardableResult
  public func replay(
    _ log: Log, into sink: some LogSink
  ) throws(ReplayError) -> ReplayOutcome {
    var run = ReplayRun(app: app, log: log, sink: sink)
    return try run.run()
  }

  /// The log with the patches that it lacks: only those actions are reduced again.
  ///
  /// What is recorded stays as it is, so that a keyframe shows the state that there was. A long log
  /// is in a file without a name.
  public func filling(_ log: Log) throws(ReplayError) -> Log { try fillingCounting(log).log }

  /// The log with the patches that it lacks, and how many there were.
  package func fillingCounting(_ log: Log) throws(ReplayError) -> (log: Log, count: Int) {
    var run = FillingRun(app: app, log: log)
    return (try run.run(), run.count)
  }
}

/// What came of a re-reduction into a new log.
public struct ReplayOutcome: Sendable {
  /// How many actions were reduced again.
  public var actionCount = 0
  /// How many were passed over because redaction made them, or the state, undecodable.
  public var undecodableCount = 0
  /// What could not be decoded, each place once, at most `Verification.divergencesMax`.
  public var undecodables: [Undecodable] = []

  /// Nothing reduced yet.
  public init() {}

  mutating func add(_ undecodable: Undecodable) {
    undecodableCount += 1
    if undecodables.count < Verification.divergencesMax, undecodables.last != undecodable {
      undecodables.append(undecodable)
    }
  }
}
