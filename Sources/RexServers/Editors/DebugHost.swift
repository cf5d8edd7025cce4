package import RexDebug
package import RexJSON
package import RexLog
package import RexQuestions

/// What an editor's debugger needs of the tool it is part of.
package struct DebugHost: Sendable {
  /// Opens the log that a launch names; also returns a note about it, such as how it ended.
  package var open: @Sendable (_ path: String, JSON) throws -> (DebugSession, note: String?)
  /// Runs a line command; nil if the line is none.
  package var runLine:
    @Sendable (_ line: String, inout DebugSession, QuestionControl) -> (
      text: String, isError: Bool
    )?
  /// The candidates for the end of a line, and where the word that they complete starts.
  package var complete: @Sendable (_ text: String, DebugSession) -> (start: Int, words: [String])
  /// The actions that have another result when they are reduced again, and what differs, as text
  /// that can be shown.
  package var divergences: @Sendable (Log, JSON, QuestionControl) throws -> [Int: String]
  /// The words for an error.
  package var problem: @Sendable (any Error) -> String
  /// A clock.
  package var seconds: @Sendable () -> Double

  package init(
    open: @escaping @Sendable (_ path: String, JSON) throws -> (DebugSession, note: String?),
    runLine:
      @escaping @Sendable (
        _ line: String, inout DebugSession, QuestionControl
      ) -> (text: String, isError: Bool)?,
    complete:
      @escaping @Sendable (
        _ text: String, DebugSession
      ) -> (start: Int, words: [String]),
    divergences: @escaping @Sendable (Log, JSON, QuestionControl) throws -> [Int: String],
    problem: @escaping @Sendable (any Error) -> String,
    seconds: @escaping @Sendable () -> Double
  ) {
    (self.open, self.runLine, self.complete) = (open, runLine, complete)
    (self.divergences, self.problem) = (divergences, problem)
    self.seconds = seconds
  }
}

/// Why a request fails, for the user.
struct DebugFailure: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
