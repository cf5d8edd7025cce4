import RexDebug
import RexQuestions
import RexTerminal

/// What a person asks for, and what workers found.
enum InspectorAction: Sendable {
  /// A key, which stands for an action by the table of keys.
  case key(Key)

  // What keys ask for.

  /// Moves the cursor of the pane.
  case move(Motion)
  /// Steps forward or back, in whatever pane the cursor is.
  case step(Int)
  case showPane(Int)
  case open, close, toggle
  case back, forward
  case ask(Prompt.Kind)
  /// Goes on to the next place of the last search, or to the one before.
  case searchNext(isForward: Bool)
  /// Goes to the next action that changes the selected value, or to the one before.
  case change(isForward: Bool)
  case cause, effect
  case place(isForward: Bool, isMark: Bool)
  case filterType
  case history, blame, causes
  case watch
  case markFirst, markSecond
  case skip, switchBranch
  case copy(isValue: Bool)
  case check
  case help
  /// Stops what runs, or takes back what is shown in place of something else.
  case escape
  case quit

  /// A key in a prompt.
  case type(Key)
  /// A digit, which begins the number of an action.
  case digit(Character)
  case mouse(MouseReport)
  case resize(TerminalSize)

  // What workers found.

  case readRows(ActionList.Rows)
  case readDetails([Int: RowDetails], of: Int)
  case readCourses([String: ValueCourse], of: Int)
  case readFrame(InspectorFrame)
  case reached(Int)
  case replied(InspectorReply)
  case matched([Int], through: Int?, text: String)
  case failed(String)
  case told(StyledText, isError: Bool)
  case readTimeline(LogTimeline, of: Int)
  case grown(LogSummary, isReplaced: Bool)
  case checked([LogTimeline.Place], InspectorState.Check)

  enum Motion: Sendable {
    case lines(Int)
    case pages(Int)
    case halfPages(Int)
    case first, last
  }
}
