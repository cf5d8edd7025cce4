import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexReplayer
import RexTimeline

/// A `step` session: the current position in a log, and the reply to each line command.
///
/// A state machine without input or output: it takes a line and returns a reply, or nil to quit.
struct StepSession {
  private var timeline: Timeline
  /// The values to show at each stop.
  var watches: [StepWatch] = []
  private(set) var seq: Int
  let first: Int
  private(set) var last: Int
  /// `backfillLog`, until it has been tried on the current log; then nil.
  private var backfill: ((Log) -> Log?)?
  let backfillLog: (Log) -> Log?
  /// Writes the log that results from editing actions.
  let reduce: Reduce
  /// The log from which branches are made.
  private(set) var recorded: Log
  var branches = StepBranches()
  /// The name of the current branch; nil for the recorded log.
  private var branchName: String?

  typealias Reduce = (Log, ActionEdits, BranchSink) throws -> EditOutcome

  init(
    _ log: Log, backfill: @escaping (Log) -> Log?, reduce: @escaping Reduce
  ) throws {
    var timeline = Timeline(log)
    guard let seqs = timeline.seqs else {
      throw timeline.noFramesError
    }
    _ = try timeline.state(at: seqs.lowerBound)
    (self.timeline, self.backfill, backfillLog) = (timeline, backfill, backfill)
    (self.reduce, recorded) = (reduce, log)
    (seq, first, last) = (seqs.lowerBound, seqs.lowerBound, seqs.upperBound)
  }

  var log: Log { timeline.log }

  /// The current branch; nil for the recorded log.
  var current: StepBranch? { branchName.flatMap { branches[$0] } }

  /// Whether this is the last action of the recorded log.
  var isAtRecordedEnd: Bool { branchName == nil && seq == last }

  /// Continues with the same log after it has grown; branches stay as they are.
  mutating func follow(_ log: Log) {
    recorded = log
    if branchName == nil { (timeline, last) = (Timeline(log), log.lastSeq) }
  }

  /// Selects a branch, at a recorded action or, if the branch lacks it, at the last one before it.
  mutating func select(_ name: String?, at recordedSeq: Int) throws {
    branchName = name
    let log = current?.log ?? recorded
    (timeline, last, backfill) = (Timeline(log), log.lastSeq, backfillLog)
    seq = min(try seq(ofRecorded: recordedSeq), last)
  }

  var greeting: StyledText {
    "\(log.session.app.name): actions \(first + 1) to \(last). help lists the commands.\n"
  }

  var prompt: StyledText { "\(branchName.map { $0 + " " } ?? "")\(seq)/\(last)> " }

  /// Returns the reply to a line; nil to quit.
  mutating func reply(to line: String) -> StepReply? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else { return StepReply("", json: [:]) }
    guard let command = StepLine.named(by: line) else {
      return .error("there is no command \(name); help lists them", .usage)
    }
    let rest = words.dropFirst().first.map { String($0.drop { $0 == " " }) } ?? ""
    var operands = rest.split(separator: " ").map(String.init)
    // Paths and search texts can contain spaces.
    if command.takesRest { operands = rest.isEmpty ? [] : [rest] }
    guard operands.count <= command.operandsMax else {
      return .error(
        command.usage.isEmpty ? "\(name) takes no operands" : "\(name) takes \(command.usage)",
        .usage)
    }
    do {
      // If it throws, the session stays in the branch where it was.
      guard command.kind.changesBranches else { return try run(command.kind, operands) }
      var session = self
      let reply = try session.run(command.kind, operands)
      self = session
      return reply
    } catch {
      let error = Self.worded(error)
      return .error(error.line, error.status)
    }
  }

  private mutating func run(
    _ kind: StepLine.Kind, _ operands: [String]
  ) throws -> StepReply? {
    switch kind {
    case .next:
      return try move(by: try StepSession.count(operands), says: endDescription)
    case .back: return try move(by: -(try StepSession.count(operands)), says: "the start")
    case .goto:
      guard let word = operands.first else { throw CommandError("goto takes an action", .usage) }
      return try jump(to: try address(word))
    case .first: return try jump(to: first)
    case .last: return try jump(to: last)
    case .state: return try state(operands.first)
    case .action: return try action()
    case .diff: return try diff(operands)
    case .marks: return try marks()
    case .help: return StepReply(StepLine.help, json: ["help": .string(StepLine.help.plain)])
    case .causes: return try causes(of: try operands.first.map(address) ?? seq)
    case .find, .rfind, .when, .history, .blame, .until, .backUntil, .watch, .unwatch:
      return try ask(kind, operands.first)
    case .skip, .unskip, .edit, .insert, .move, .set: return try change(kind, operands)
    case .branches, .branch, .fork, .drop, .write: return try branch(kind, operands.first)
    case .compare: return try compare(operands)
    case .quit: return nil
    }
  }

  /// Moves by a number of actions, as far as possible; an error if it cannot move at all.
  private mutating func move(by count: Int, says end: StyledText) throws -> StepReply {
    let (here, target, step) = (seq, seq + count, count.signum())
    let nearest = try seeking { timeline in
      try timeline.seq(nearest: target, step: step)
    }
    guard nearest != here, nearest >= first else { return .error("this is " + end, .success) }
    return try jump(to: nearest)
  }

  /// Describes the end of the log, and an action there that never finished.
  private var endDescription: StyledText {
    guard let line = log.unfinished else { return "the last action" }
    var text: StyledText = "the last state; " + (LogText.incompleteness(log) ?? "")
    if let action = line.action {
      text += ": \(LogText.value(action, marking: LogPlaceholders(log)))"
    }
    return text
  }

  mutating func jump(to target: Int) throws -> StepReply {
    var frame = try self.frame(at: target)
    if frame.patch == nil, backfillPatches() { frame = try self.frame(at: target) }
    seq = target
    return reply(at: frame)
  }

  private mutating func frame(at seq: Int) throws -> Frame {
    try seeking { timeline in try timeline.checkedFrame(at: seq) }
  }

  private mutating func reply(at frame: Frame) -> StepReply {
    let action = frame.outline
    let patch = FrameText.patch(by: action)
    let origin = action.flatMap { $0.seq >= current?.firstSeq ?? .max ? $0.originSeq : nil }
    var text = FrameText.heading(action, of: frame, in: log)
    if action != nil { text += "  \(LogText.change(patch), style: .dim)" }
    let watched = watch(frame.state)
    return StepReply(
      text + "\n" + watched.text,
      json: LogJSON.object([
        "seq": LogJSON.number(frame.seq), "type": action.map { .string($0.type) },
        "cause": action?.cause.map(LogJSON.number), "originSeq": origin.map(LogJSON.number),
        "edited": action?.isEdited ?? false ? true : nil,
        "source": LogJSON.source(action?.source), "patch": patch?.json ?? .null,
        "watches": watched.json,
      ]))
  }

  private mutating func state(_ path: String?) throws -> StepReply {
    let path = try StepSession.path(path ?? "")
    let seq = seq
    let state = try state()
    guard let value = path.value(in: state) else {
      throw CommandError("the state has no value at \(path.text)")
    }
    return StepReply(
      "", .value(value), json: LogJSON.object(["seq": LogJSON.number(seq), "state": value]))
  }

  /// Returns the current state.
  mutating func state() throws -> JSON {
    let seq = seq
    return try seeking { timeline in try timeline.state(at: seq) }
  }

  private mutating func action() throws -> StepReply {
    let seq = seq
    let line = try seeking { timeline in
      try timeline.keptAction(at: seq)
    }
    guard let line, let action = line.action([]) else { throw CommandError("no action led here") }
    let frame = Frame(seq: seq, state: .null, action: line)
    return StepReply(
      LogText.heading(action) + "\n", FrameText.content(of: frame, marking: LogPlaceholders(log)),
      json: LogJSON.object([
        "seq": LogJSON.number(seq), "type": .string(action.type),
        "cause": action.cause.map(LogJSON.number), "action": line.action(.payload)?.payload.action,
        "opaque": action.payload.opaque.map(JSON.string),
      ]))
  }

  /// Shows what this action changed, the difference from an operand to here, or between two.
  private mutating func diff(_ operands: [String]) throws -> StepReply {
    let first: Int
    var second = seq
    switch operands.count {
    case 0: first = max(self.first, seq - 1)
    case 1: first = try address(operands[0])
    default:
      first = try address(operands[0])
      second = try address(operands[1])
    }
    let last = second
    let (old, new) = try seeking { timeline in
      (try timeline.state(at: first), try timeline.state(at: last))
    }
    let difference = StateDifference(from: old, to: new)
    return StepReply(
      difference.isEmpty
        ? "  no change\n"
        : DifferenceText.lines(difference, .whole, marking: LogPlaceholders(log)),
      json: LogJSON.object([
        "from": LogJSON.number(first), "seq": LogJSON.number(second),
        "differences": .array(difference.leaves.map { LogJSON.object(LogJSON.leaf($0)) }),
      ]))
  }

  /// Returns the action number that a word stands for, relative to the current action.
  func address(_ word: String) throws -> Int {
    try Self.address(word, in: log, from: seq)
  }

  static func address(_ word: String, in log: Log, from here: Int?) throws -> Int {
    guard let address = SeqAddress(word) else {
      throw CommandError("\(word) is not an action number", .usage)
    }
    return try address.seq(in: log, from: here)
  }
}

extension StepSession {
  private func marks() throws -> StepReply {
    var text = StyledText()
    var list: [JSON] = []
    let reader = log.reader()
    while let record = try reader.next() {
      guard record.kind == .mark, case .mark(let mark)? = try? reader.entry(of: record) else {
        continue
      }
      let data = mark.data.map { "  \(LogText.value($0, marking: LogPlaceholders(log)))" } ?? ""
      text += "#\(mark.seq)  \(LogText.seconds(mark.timeMs))  \(mark.label)\(data)\n"
      list.append(
        LogJSON.object([
          "seq": LogJSON.number(mark.seq), "label": .string(mark.label), "data": mark.data,
        ]))
    }
    return StepReply(list.isEmpty ? "no marks\n" : text, json: ["marks": .array(list)])
  }

  mutating func seeking<Result>(
    _ body: (inout Timeline) throws -> Result
  ) throws -> Result {
    do {
      return try body(&timeline)
    } catch let error as ReplayError where error.isUnrecorded {
      guard backfillPatches() else { throw error }
      return try body(&timeline)
    }
  }

  /// An error in the words of a line command.
  static func worded(_ error: any Error) -> CommandError {
    guard case .noFrame(let seq, let seqs)? = (error as? ReplayError)?.kind else {
      return CommandError(error)
    }
    let frames: StyledText = "the frames are \(seqs.lowerBound) to \(seqs.upperBound)"
    return CommandError("there is no action \(seq); " + frames, .unreadable)
  }

  /// Adds patches that are not recorded, once; returns whether it could.
  private mutating func backfillPatches() -> Bool {
    guard let backfilled = backfill?(log) else {
      backfill = nil
      return false
    }
    use(backfilled: backfilled)
    return true
  }

  /// Continues with a log to which the missing patches were added.
  private mutating func use(backfilled log: Log) {
    (timeline, backfill) = (Timeline(log), nil)
    guard var branch = current else {
      recorded = log
      return
    }
    branch.log = log
    branches.put(branch)
  }

  /// Returns the number of actions to move by.
  private static func count(_ operands: [String]) throws -> Int {
    guard let word = operands.first else { return 1 }
    guard word.isDigits else { throw CommandError("\(word) is not a number of actions", .usage) }
    // Larger than any log, and small enough that adding an action number cannot overflow.
    let count = min(Int(word) ?? .max, Int.max / 2)
    guard count > 0 else { throw CommandError("the number of actions must be at least 1", .usage) }
    return count
  }

  static func path(_ text: String) throws -> ValuePath {
    do throws(QueryError) {
      return try ValuePath(text)
    } catch {
      throw CommandError("\(text) is not a path: \(error.description)", .usage)
    }
  }

  /// Runs a query on the log, and keeps the log if it had to be backfilled.
  mutating func asking<Result>(
    _ body: (inout LogQuestions) throws -> Result
  ) throws -> Result {
    var questions = LogQuestions(log, backfill: backfill)
    defer {
      if questions.isBackfilled { use(backfilled: questions.log) }
    }
    return try body(&questions)
  }
}
