package import RexDebug
package import RexJSON
package import RexLocking
package import RexLog
package import RexQuestions
package import RexReplayer
package import RexTerminal

/// What the inspector gets from outside: the session, and what only commands know.
package struct InspectorSession: Sendable {
  /// The log that was opened.
  var log: Log
  var session: DebugSession
  var lines: any LineCommands
  var reducer: (@Sendable (Log) throws -> any ReducerBackend)?
  private var checksAtOnce: Bool
  var reopen: (@Sendable (Log) -> (log: Log, isReplaced: Bool)?)?
  /// Whether the app is running, so that its last state is of interest, at once.
  let isLive: Bool
  /// Gets each state that is shown, with its number; returns why it could not be taken.
  let showState: (@Sendable (Int, JSON) -> StyledText?)?
  /// What has happened outside since the last call; nil if nothing has.
  let news: (@Sendable () -> String?)?
  var open: @Sendable (Log) throws -> DebugSession
  /// Whether to stop reducing actions whose patches are missing.
  let isStopped: Locked<Bool>

  /// - Parameters:
  ///   - lines: runs the lines of the `:` prompt.
  ///   - open: begins a session of a log.
  ///   - reducer: reduces the actions of a log again, for a check; nil if it is not known.
  ///   - checksAtOnce: whether that is cheap, and no danger to this process.
  ///   - reopen: opens a followed log again if it has changed; nil if it is not followed.
  ///   - isLive: whether the app is running, so that its last state is of interest, at once.
  ///   - showState: gets each state that is shown, with its number, on a background thread; returns
  ///     why it could not be taken.
  ///   - news: returns what has happened outside since the last call; nil if nothing has.
  ///   - isStopped: tells the sessions' reducer to stop.
  package init(
    _ session: DebugSession, of log: Log, lines: any LineCommands,
    open: @escaping @Sendable (Log) throws -> DebugSession,
    reducer: (@Sendable (Log) throws -> any ReducerBackend)? = nil, checksAtOnce: Bool = false,
    reopen: (@Sendable (Log) -> (log: Log, isReplaced: Bool)?)? = nil,
    isLive: Bool = false, showState: (@Sendable (Int, JSON) -> StyledText?)? = nil,
    news: (@Sendable () -> String?)? = nil, isStopped: Locked<Bool> = Locked(false)
  ) {
    (self.isLive, self.showState, self.news) = (isLive, showState, news)
    (self.session, self.log, self.lines, self.open) = (session, log, lines, open)
    (self.reducer, self.reopen, self.checksAtOnce) = (reducer, reopen, checksAtOnce)
    self.isStopped = isStopped
  }

  /// Whether to look again and again for what is new.
  var isFollowed: Bool { reopen != nil || news != nil }

  /// The time between looks whether the log has grown, in milliseconds.
  var followMs: Int { isLive ? 20 : 100 }

  /// The check with which the inspector begins.
  func check(from seq: Int) -> InspectorState.Check? {
    guard reducer != nil else { return nil }
    return checksAtOnce ? .running(through: seq) : .offered
  }
}

/// The line commands of a session.
package protocol LineCommands: Sendable {
  /// The lines from before, the latest last.
  var history: [String] { get }

  /// Runs a line; nil to leave.
  func run(
    _ line: String, in session: inout DebugSession, _ control: QuestionControl
  ) -> (text: StyledText, isError: Bool)?

  func completions(for text: String, in session: DebugSession) -> LineCompletions

  /// What a command that found nothing names and the log lacks, and what may have been meant.
  func hint(about command: DebugCommand, of session: DebugSession) -> String?
}
