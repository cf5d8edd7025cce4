package import RexDebug
package import RexLog
package import RexReplayer
package import RexTerminal

/// What the inspector gets from outside: the session, and what only commands know.
package struct InspectorSession: Sendable {
  /// The log that was opened.
  var log: Log
  var session: DebugSession
  var lines: any LineCommands
  var reducer: (@Sendable (Log) throws -> any ReducerBackend)?
  var reopen: (@Sendable (Log) -> (log: Log, isReplaced: Bool)?)?
  var open: @Sendable (Log) throws -> DebugSession

  /// - Parameters:
  ///   - lines: runs the lines of the `:` prompt.
  ///   - open: begins a session of a log.
  ///   - reducer: reduces the actions of a log again, for a check.
  ///   - reopen: opens a followed log again if it has changed; nil if it is not followed.
  package init(
    _ session: DebugSession, of log: Log, lines: any LineCommands,
    open: @escaping @Sendable (Log) throws -> DebugSession,
    reducer: (@Sendable (Log) throws -> any ReducerBackend)? = nil,
    reopen: (@Sendable (Log) -> (log: Log, isReplaced: Bool)?)? = nil
  ) {
    (self.session, self.log, self.lines, self.open) = (session, log, lines, open)
    (self.reducer, self.reopen) = (reducer, reopen)
  }
}

/// The line commands of a session.
package protocol LineCommands: Sendable {
  /// The lines from before, the latest last.
  var history: [String] { get }

  /// Runs a line; nil to leave.
  func run(
    _ line: String, in session: inout DebugSession, _ control: DebugControl
  ) -> (lines: [StyledLine], isError: Bool)?

  func completions(for text: String, in session: DebugSession) -> LineCompletions
}
