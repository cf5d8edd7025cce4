import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// Writes the log that results from editing actions.
///
///     recorded   keyframe 0   1 2 … keyframe 61 │ 62 63   │ 64 65 …
///                copied                         │ state   │ reduced again, renumbered
///                                               │ tracked   ▲ the first edit
struct EditingRun<Sink: LogSink> {
  let app: ReplayableApp
  let log: Log
  let edits: ActionEdits
  let id: String
  let first: Int
  /// The number of the keyframe from which the state is tracked, and the offset of its line.
  let start: Int
  private let startOffset: Int
  var recorded: RecordedStates
  var new: NewLogWriter<Sink>
  var state: ReplayState
  var seq: Int
  var timeMs = 0.0
  var isChanged = false
  /// The new numbers of recorded actions from the first edit on.
  var numbers: [Int: Int] = [:]
  /// The recorded effects of skipped, edited and moved actions.
  let effects: EditedEffects
  /// The number of the last recorded action that was read.
  var recordedSeq = 0
  let newInputs: NewInputs
  /// The last gap, until the keyframe after it is read.
  var gap: LogGap?
  /// The number of actions that are lost in gaps.
  var lostCount = 0
  var outcome = EditOutcome()

  init(
    app: ReplayableApp, log: Log, edits: ActionEdits, id: String, sink: Sink,
    progress: (any ReductionProgress)?
  ) throws(LogError) {
    (self.app, self.log, self.edits, self.id) = (app, log, edits, id)
    (new, newInputs) = (NewLogWriter(sink), NewInputs(log.session))
    state = ReplayState(app, log, progress)
    (recorded, seq) = (RecordedStates(log, followsStates: false), log.session.after)
    let first = edits.first ?? .max
    self.first = first
    outcome.firstSeq = min(first, log.lastSeq + 1)
    let last = app.isStateCodable ? min(first, log.lastSeq + 1) - 1 : log.session.after
    let keyframe = try log.keyframe(atOrBefore: last)
    effects = try EditedEffects(of: edits, in: log)
    (start, startOffset) = (keyframe?.seq ?? log.session.after, keyframe?.offset ?? 0)
    try checkEdits()
  }

  /// Throws if an edit refers to an action that the log does not have.
  private func checkEdits() throws(LogError) {
    let (after, last) = (log.session.after, log.lastSeq)
    // An action that never finished can only be skipped.
    let skippableLast = log.unfinished == nil ? last : last + 1
    let ends = edits.skipped.ranges.flatMap { [$0.lowerBound, $0.upperBound] }
    let wrong =
      ends.first { $0 <= after || $0 > skippableLast }
      ?? edits.editedOrMoved.sorted().first { $0 <= after || $0 > last }
      ?? edits.additions.keys.sorted().first { $0 < after || $0 > last }
    guard let wrong else { return }
    throw wrongEdit(.noAction(wrong, first: after + 1, last: last))
  }

  mutating func run() throws(LogError) -> EditOutcome {
    try copyBeforeStart()
    while let entry = try recorded.next() {
      switch entry {
      case .session: try begin()
      case .keyframe(let keyframe): try process(keyframe)
      case .action(let line): try process(line)
      case .gap(let gap): try process(gap)
      case .other: try processOther()
      }
    }
    try beginEdits()
    if let gap, edits.additions[gap.to] != nil {
      throw wrongEdit(.lostAction(gap.to, gap))
    }
    try end()
    outcome.actionCount = seq - log.session.after - lostCount
    return outcome
  }

  /// Copies the lines before the keyframe from which the state is tracked, without its patches.
  private mutating func copyBeforeStart() throws(LogError) {
    guard start > log.session.after else { return }
    _ = try recorded.next()
    try begin()
    let lost = try new.writer.copyLines(of: log, before: startOffset)
    recorded = try RecordedStates(log, fromKeyframe: start, followsStates: false)
    (lostCount, seq) = (lost, start)
  }

  /// Ends the log in the same way as the recorded one, even with an unfinished action.
  private mutating func end() throws(LogError) {
    guard isChanged else { return try new.end(at: recorded) }
    let unfinished = try unfinishedAction()
    let isWhole = log.isComplete || log.unfinished != nil && outcome.unfinished == nil
    let end = LogEnd(seq: seq, timeMs: timeMs, reason: "edited")
    let last = unfinished.map { LogEntry.action($0) } ?? (isWhole ? .end(end) : nil)
    if let last { try new.writer.write(last) }
    try new.writer.flush()
  }

  /// Returns the unfinished action with its new number; nil if there is none to write.
  private mutating func unfinishedAction() throws(LogError) -> LogAction? {
    guard let line = log.unfinished else { return nil }
    let number = log.lastSeq + 1
    guard !isLeftOut(number, causedBy: line.cause) else { return nil }
    guard var action = log.unfinishedAction, line.timeMs != nil, line.payload != nil else {
      outcome.unfinished = UnfinishedAction(seq: number, type: line.type, isKept: false)
      return nil
    }
    outcome.unfinished = UnfinishedAction(seq: number, type: action.type, isKept: true)
    (action.seq, action.cause, action.originSeq) = (seq + 1, cause(line.cause), number)
    return action
  }

  /// Writes the session line, unless the current entry begins a later segment.
  private mutating func begin() throws(LogError) {
    guard recorded.isAtFirstEntry else { return }
    let origin = LogSession.Origin(id: log.session.id, from: outcome.firstSeq)
    let id = id
    let line = try log.sessionLine(tellsDates: true) { members in
      members["id"] = .string(id)
      members["origin"] = ["id": .string(origin.id), "from": .number(JSONNumber(origin.from))]
    }
    try new.write { $0 += line }
  }

  private mutating func process(_ keyframe: LogKeyframe) throws(LogError) {
    guard keyframe.seq < first else { return try resume(at: keyframe) }
    if keyframe.seq >= start, !state.isStarted {
      state.reset(to: keyframe.state, seq: keyframe.seq)
    }
    try new.copyKeyframe(at: recorded)
    timeMs = keyframe.timeMs
  }

  mutating func process(_ gap: LogGap) throws(LogError) {
    guard gap.to < first else { return try writeRenumbered(gap) }
    state.stop()
    seq = gap.to
    lostCount += gap.to - gap.from + 1
    try new.copy(gap, at: recorded)
  }

  /// Copies a line of another kind; a mark gets its new number, and the end is written later.
  private mutating func processOther() throws(LogError) {
    guard let record = recorded.record, !record.isTornSegment else { return }
    if record.kind == .end, first != .max { return }
    guard isChanged, record.kind == .mark else { return try new.copy(at: recorded) }
    var isCheck = false
    let line = record.line { members in
      isCheck = members["check"] != nil
      members["seq"] = .number(JSONNumber(seq))
    }
    // A purity check's mark applies only to the recorded action.
    if !isCheck { try new.write { $0 += line } }
  }
}
