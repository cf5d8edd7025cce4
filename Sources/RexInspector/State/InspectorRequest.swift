import RexDebug
import RexQuestions
import RexTerminal

/// What the session is asked to do.
struct InspectorRequest: Sendable, Equatable {
  var number: Int
  /// The action at the cursor.
  var seq: Int
  var work: Work

  enum Work: Sendable {
    /// A command; its reply is shown.
    case command(DebugCommand)
    /// A line of the `:` prompt.
    case line(String)
    /// What can stand at the end of a typed line.
    case complete(String)
    /// Goes to the first action that the one at the cursor caused.
    case effect
    /// Leaves out the action at the cursor, and compares the result with the recorded log.
    case skip
  }

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
}

/// What the session replied.
struct InspectorReply: Sendable {
  var number = 0
  var log = LogSummary()
  /// Where the session is now; nil if the cursor stays.
  var seq: Int?
  var title = ""
  var lines: [StyledLine] = []
  var message: InspectorState.Message?
  var completions: LineCompletions?
  /// Whether the person asked to leave.
  var isOver = false
}
