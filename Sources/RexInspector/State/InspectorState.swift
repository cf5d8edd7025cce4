import RexDebug
import RexJSON
import RexLog
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
  var tree = TreeView()
  var panel = Panel()
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
  var jumps = Jumps()
  /// What `n` and `N` go to.
  var search: Search?
  var comparison = Comparison.none
  /// Counts what changes frames beside the cursor.
  var revision = 0
  var check: Check?
  var clipboard: Clipboard?
  /// The branch that was shown last.
  var lastBranch: String?
  /// The lines that were typed, of each kind, the latest last.
  var lines: [Prompt.Kind: [String]] = [:]
  var isOver = false

  init(size: TerminalSize, log: LogSummary, lines: [String] = []) {
    (self.size, self.log, seq) = (size, log, log.seqs.lowerBound)
    self.lines[.line] = lines
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
  }

  /// The pane beside the state: the lines of the frame, or those of an answer.
  struct Panel: Sendable {
    var title = ""
    /// Nil for the lines of the frame.
    var answer: [StyledLine]?
    var index = 0
  }

  struct Message: Sendable, Equatable {
    var text: String
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
    return frame?.query == query ? nil : query
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
    message = nil
  }

  private static let waitingMax = 100

  /// Ends a request that was replied to, and begins the next.
  mutating func endRequest() {
    request = nil
    if !waiting.isEmpty { ask(waiting.removeFirst()) }
  }

  /// Gives up the request, and what waits for it.
  mutating func stopRequest() {
    waiting = []
    request = nil
  }

  /// Moves the cursor to an action, from which one can go back.
  mutating func jump(to target: Int) {
    if target != seq { jumps.leave(seq) }
    move(to: target)
  }

  mutating func move(to target: Int) {
    seq = min(max(log.seqs.lowerBound, target), log.seqs.upperBound)
    message = nil
  }
}

/// The actions that the cursor jumped from, and to which it can return.
struct Jumps: Sendable, Equatable {
  private var past: [Int] = []
  private var future: [Int] = []

  private static let countMax = 1_000

  mutating func leave(_ seq: Int) { (past, future) = (past.suffix(Self.countMax - 1) + [seq], []) }

  mutating func back(from seq: Int) -> Int? {
    guard let target = past.popLast() else { return nil }
    future.append(seq)
    return target
  }

  mutating func forward(from seq: Int) -> Int? {
    guard let target = future.popLast() else { return nil }
    past.append(seq)
    return target
  }

  /// Forgets all, since the actions have other numbers.
  mutating func forget() { self = Jumps() }
}
