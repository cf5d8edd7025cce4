import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexTerminal
import RexTimeline

/// What the inspector shows, and what it is waiting for.
///
/// The screen is a function of it, and what is to be read follows from it: workers are asked for
/// `frameQuery`, `rowsQuery` and `request`.
struct InspectorState: Sendable {
  var size: TerminalSize
  var log: LogSummary
  /// The action at the cursor.
  var seq: Int
  var list = ActionList()
  /// The state that is shown; it follows the cursor when it has been read.
  var frame: InspectorFrame?
  /// What is not read, since it was stopped.
  var stoppedFrame: InspectorFrame.Query?
  /// Counts what was stopped.
  var stopCount = 0
  var tree = TreeView()
  var panel = Panel()
  /// The courses of watched values, by path.
  var courses: [String: ValueCourse] = [:]
  var timeline = LogTimeline()
  var pane = Pane.actions
  /// The last pane beside the actions, for screens that have room for two.
  var sidePane = Pane.state
  var mode = Mode.browsing
  /// What the session is doing for the person.
  var request: InspectorRequest?
  /// What was asked for meanwhile, since keys are typed ahead.
  private var waiting: [InspectorRequest.Work] = []
  /// The action that the request has reached.
  var reachedSeq: Int?
  private var requestCount = 0
  var message: Message?
  /// The actions of this log that the cursor jumped from.
  var jumps = DebugPlaces()
  /// What `n` and `N` go to.
  var search: Search?
  var comparison = Comparison.none
  /// Counts what changes frames beside the cursor.
  var revision = 0
  /// Nil if no reducer is known.
  var check: Check?
  private(set) var checkCount = 0
  /// Whether the recorded log is checked without being asked.
  private var checksAtOnce = false
  var clipboard: Clipboard?
  /// The branch that was shown last.
  var lastBranch: String?
  /// The lines that were typed, of each kind, the latest last.
  var lines: [Prompt.Kind: [String]] = [:]
  var isOver = false

  init(
    size: TerminalSize, log: LogSummary, lines: [String] = [], check: Check? = nil
  ) {
    (self.size, self.log, seq) = (size, log, log.seqs.lowerBound)
    self.lines[.line] = lines
    self.check = check
    if case .running = check { checksAtOnce = true }
  }

  enum Pane: Sendable, CaseIterable {
    case actions, state, panel
  }

  enum Mode: Sendable {
    case browsing
    case typing(Prompt)
    /// The keys are shown, from a line on.
    case help(Int)
  }

  /// The selected value, and the open nodes.
  struct TreeView: Sendable {
    var open = OpenNodes()
    var selected = JSONPointer()
    /// The last known state, whose paths these are.
    private var state: JSON?
    /// What to select in a state that is still to be read.
    var wanted: (seq: Int, pointer: JSONPointer)?

    /// Goes to the state after an action, with the elements.
    mutating func follow(to new: JSON, at seq: Int) {
      open.follow(from: state, to: new)
      selected = selected.followed(from: state, to: new)
      state = new
      if let wanted, wanted.seq == seq { select(wanted.pointer) }
    }

    /// Selects a value, with the nodes around it open.
    mutating func select(_ pointer: JSONPointer) {
      open.reveal(pointer)
      (selected, wanted) = (pointer, nil)
    }
  }

  /// The pane beside the state: the lines of the frame, or those of an answer.
  struct Panel: Sendable {
    var title = ""
    /// Nil for the lines of the frame.
    var answer: [StyledLine]?
    var index = 0
    /// The panes to which Esc returns from an answer.
    var origin: (pane: Pane, sidePane: Pane)?
  }

  struct Message: Sendable, Equatable {
    var text: StyledText
    var isError = false
  }

  struct Search: Sendable {
    var text: String
    var condition: StopCondition
  }

  /// The actions whose states are compared.
  enum Comparison: Sendable, Equatable {
    case none
    case from(Int)
    case between(Int, Int)
  }

  /// The progress and the result of the check in the background.
  enum Check: Sendable, Equatable {
    case offered
    case running(through: Int)
    case done(String)
  }

  /// A text for the clipboard, with its number.
  struct Clipboard: Sendable, Equatable {
    var text: String
    var number: Int
  }
}

/// What a screen tells of the log.
struct LogSummary: Sendable {
  /// The app, with its version.
  var title = ""
  /// Nil if the log does not tell when it started.
  var clock: LogClock?
  /// The start and the last action, also one that never finished.
  var seqs = 0...0
  /// Whether the last action began and never finished.
  var isUnfinished = false
  var branch: String?
  var placeholders: LogPlaceholders?
  /// Counts the logs that were shown, with the branches.
  var number = 0
}

extension InspectorState {
  /// What rows and states are read of.
  var edition: Edition { Edition(log: log.number, last: log.seqs.upperBound) }

  /// The state that is to be read; nil if it is shown.
  var frameQuery: InspectorFrame.Query? {
    let query = InspectorFrame.Query(edition: edition, seq: seq, base: base, revision: revision)
    return [frame?.query, stoppedFrame].contains(query) ? nil : query
  }

  private var base: InspectorFrame.Base {
    switch comparison {
    case .none: .previous
    case .from(let first): first == seq ? .previous : .seq(first)
    case .between(let first, let second): .between(first, second)
    }
  }

  /// The rows of the list that are to be read; nil if all are there.
  var rowsQuery: ActionList.Query? {
    list.query(around: seq, rowCount: max(size.rows, 6), edition)
  }

  /// Asks the session for something, after what it is doing.
  mutating func ask(_ work: InspectorRequest.Work) {
    guard request == nil else {
      if waiting.count < Self.waitingMax { waiting.append(work) }
      return
    }
    requestCount += 1
    request = InspectorRequest(number: requestCount, seq: seq, work: work)
    reachedSeq = nil
  }

  private static let waitingMax = 100

  /// Ends a request that was replied to, and begins the next.
  mutating func endRequest() {
    request = nil
    if !waiting.isEmpty { ask(waiting.removeFirst()) }
  }

  mutating func startCheck() {
    checkCount += 1
    check = .running(through: log.seqs.lowerBound)
  }

  /// Checks the log that is shown now as the one before was.
  mutating func restartCheck() {
    guard check != nil else { return }
    if checksAtOnce, log.branch == nil { startCheck() } else { check = .offered }
  }

  /// Gives up the request, and what waits for it.
  mutating func stopRequest() {
    waiting = []
    request = nil
  }

  /// Moves the cursor to an action, from which one can go back.
  mutating func jump(to target: Int) {
    if target != seq { jumps.leave(DebugPlaces.Place(seq: seq)) }
    move(to: target)
  }

  mutating func move(to target: Int) {
    seq = min(max(log.seqs.lowerBound, target), log.seqs.upperBound)
    tree.wanted = nil
  }
}
