package import RexDebug
package import RexJSON
package import RexLog
package import RexQuestions

/// What the served page needs of the tool that it is part of.
package struct PageHost: Sendable {
  /// The log that is opened, and its session.
  package var log: Log
  package var session: DebugSession
  /// Begins a session of a log that has replaced another.
  package var open: @Sendable (Log) throws -> DebugSession
  /// Opens the log again if it has changed; nil if it is not followed.
  package var reopen: (@Sendable (Log) -> (log: Log, isReplaced: Bool)?)?
  /// Runs a line command; nil for one that leaves, or that is not there.
  package var runLine:
    @Sendable (String, inout DebugSession, QuestionControl) -> (text: String, documents: [JSON])?
  /// What a condition names and the log lacks.
  package var hint: @Sendable (StopCondition, DebugSession) -> String?
  /// The document of a check of the log; nil if there is no reducer for it.
  package var verify: (@Sendable (Log, QuestionControl) throws -> JSON)?
  /// The document of a check against rules; nil if none were given.
  package var rules: (@Sendable (Log, QuestionControl) throws -> JSON)?
  /// The words for an error, and what to do.
  package var problem: @Sendable (any Error) -> (text: String, hint: String?)

  package init(
    _ log: Log, session: DebugSession, open: @escaping @Sendable (Log) throws -> DebugSession,
    runLine:
      @escaping @Sendable (
        String, inout DebugSession, QuestionControl
      ) -> (text: String, documents: [JSON])?,
    hint: @escaping @Sendable (StopCondition, DebugSession) -> String?,
    problem: @escaping @Sendable (any Error) -> (text: String, hint: String?)
  ) {
    (self.log, self.session, self.open) = (log, session, open)
    (self.runLine, self.hint, self.problem) = (runLine, hint, problem)
  }
}
