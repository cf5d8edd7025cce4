import RexDiff
import RexJSON
import RexLog

/// One writing of a log whose actions are changed.
///
///     recorded   keyframe 0 │ 1 2 … keyframe 61 │ 62 63 │ 64 65 …
///                copied                         │ state │ reduced again, numbered anew
///                                               followed  ▲ the first change
struct EditingRun<Sink: LogSink> {
  let app: ReplayableApp
  let log: Log
  let edits: ActionEdits
  let id: String
  let first: Int
  let progress: (any ReductionProgress)?
  /// The keyframe from which on the state is followed.
  let start: Int
  var recorded: RecordedStates
  var writer: LogWriter<Sink>
  var state: EditedState?
  var seq: Int
  var timeMs = 0.0
  var isChanged = false
  var numbers: [Int: Int] = [:]
  /// What was left out.
  var leftOut: Set<Int> = []
  /// What came of actions that were skipped, or changed, and these themselves.
  var (skipped, changed): (Set<Int>, Set<Int>) = ([], [])
  var outcome = EditOutcome()
  var keyframes = KeyframePolicy()
  var countedBytes = 0

  init(
    app: ReplayableApp, log: Log, edits: ActionEdits, id: String, sink: Sink,
    progress: (any ReductionProgress)?
  ) throws(ReplayError) {
    (self.app, self.log, self.edits, self.id) = (app, log, edits, id)
    (self.progress, writer) = (progress, LogWriter(sink))
    (recorded, seq) = (RecordedStates(log), log.session.after)
    let first = edits.first ?? .max
    self.first = first
    outcome.firstSeq = min(first, log.lastSeq + 1)
    do throws(LogError) {
      start = try log.keyframe(before: min(first, log.lastSeq + 1) - 1)?.seq ?? log.session.after
    } catch {
      throw ReplayError(kind: .log(error), log: error.log, location: error.location)
    }
    for seq in edits.named.union(edits.additions.keys) { try check(seq) }
    for range in edits.skipped.ranges {
      try check(range.lowerBound, from: 1)
      try check(range.upperBound)
    }
    for seq in edits.named { try check(seq, from: 1) }
  }

  private func check(_ seq: Int, from least: Int = 0) throws(ReplayError) {
    let (first, last) = (log.session.after + 1, log.lastSeq)
    guard seq < first - 1 + least || seq > last else { return }
    throw recorded.error(.noAction(seq, first: first, last: last))
  }

  mutating func run() throws(ReplayError) -> EditOutcome {
    while let entry = try recorded.next() {
      switch entry {
      case .session: try begin()
      case .keyframe(let keyframe): try take(keyframe)
      case .action(let line): try take(line)
      case .gap(let gap): try take(gap)
      case .other: try takeOther()
      }
    }
    try change()
    let end = LogEntry.end(LogEnd(seq: seq, timeMs: timeMs, reason: "edited"))
    try write { (writer) throws(LogError) in
      try writer.write(end)
      try writer.flush()
    }
    outcome.actionCount = seq - log.session.after
    return outcome
  }

  /// Writes the session's line, unless the last entry is that of a later segment.
  private mutating func begin() throws(ReplayError) {
    guard recorded.isAtFirst else { return }
    let origin = LogSession.Origin(id: log.session.id, from: outcome.firstSeq)
    let (log, id) = (log, id)
    try write { (writer) throws(LogError) in
      let line = try log.sessionLine()
      var members = (try? JSON(parsing: line))?.object ?? JSONObject()
      members["id"] = .string(id)
      members["origin"] = ["id": .string(origin.id), "from": .number(JSONNumber(origin.from))]
      try writer.writeLine(JSON.object(members))
    }
  }

  private mutating func take(_ keyframe: LogKeyframe) throws(ReplayError) {
    guard keyframe.seq < first else { return }
    if keyframe.seq >= start, state == nil { state = EditedState(app, at: keyframe.state) }
    try copy()
    keyframes.addKeyframe(byteCount: writer.byteCount - countedBytes)
    countedBytes = writer.byteCount
    timeMs = keyframe.timeMs
  }

  private mutating func take(_ gap: LogGap) throws(ReplayError) {
    guard gap.to < first else { throw recorded.error(.gap(gap)) }
    state = nil
    seq = gap.to
    let isAtGapLine = recorded.isAtGapLine
    if isAtGapLine { return try copy() }
    try write { (writer) throws(LogError) in try writer.write(.gap(gap)) }
  }

  /// A mark, whose number is the new one; the end is written anew.
  private mutating func takeOther() throws(ReplayError) {
    guard let record = recorded.record, record.kind != .end, !record.isTornSegment else { return }
    guard isChanged, record.kind == .mark else { return try copy() }
    guard var members = (try? JSON(parsing: record.bytes, limits: .largest))?.object else { return }
    // What a purity check found is of the recorded action.
    if members["label"] == "impure reducer" { return }
    members["seq"] = .number(JSONNumber(seq))
    try write { (writer) throws(LogError) in try writer.writeLine(.object(members)) }
  }

  private mutating func copy() throws(ReplayError) {
    guard let record = recorded.record, !record.isTornSegment else { return }
    try write { (writer) throws(LogError) in try writer.copy(record) }
  }

  mutating func write(
    _ body: (inout LogWriter<Sink>) throws(LogError) -> Void
  ) throws(ReplayError) {
    do throws(LogError) {
      try body(&writer)
    } catch {
      throw recorded.error(.log(error))
    }
  }
}

extension EditingRun {
  private mutating func take(_ line: ActionLine) throws(ReplayError) {
    if line.seq < start + 1 || line.seq < first && state == nil {
      seq = line.seq
      return try copy()
    }
    let action = try recorded.action(line)
    if line.seq < first { return try follow(line, action) }
    try change()
    let unknown = recorded.record.map { LogEntry.action(action).unknownMembers(in: $0.bytes) }
    try edit(action, unknown ?? JSONObject())
    try add(behind: action.seq)
  }

  /// Writes an action before the first change as it was recorded.
  private mutating func follow(_ line: ActionLine, _ action: LogAction) throws(ReplayError) {
    (seq, timeMs) = (action.seq, action.timeMs)
    if let patch = action.result?.patch, (try? state?.apply(patch)) != nil { return try copy() }
    var patch: [UInt8] = []
    guard case .action(let payload) = action.payload, action.isExact, state != nil else {
      throw recorded.error(.noStart)
    }
    _ = try reduce(payload, seq: action.seq, type: action.type, patch: &patch)
    try write { (writer) throws(LogError) in try writer.copy(line, withPatch: patch) }
  }

  /// Begins to change actions, once.
  private mutating func change() throws(ReplayError) {
    guard !isChanged, first != .max else { return }
    guard state != nil else { throw recorded.error(.noStart) }
    isChanged = true
    countedBytes = writer.byteCount
    try add(behind: first - 1)
  }

  private mutating func edit(_ action: LogAction, _ unknown: JSONObject) throws(ReplayError) {
    let number = action.seq
    let isEffectOfSkipped = action.cause.map(skipped.contains) ?? false
    if edits.skipped.contains(number) || isEffectOfSkipped && edits.skipsEffects {
      if isEffectOfSkipped { outcome.skippedEffects.append(number) }
      skipped.insert(number)
      leftOut.insert(number)
      return
    }
    if isEffectOfSkipped {
      outcome.orphans.append(number)
      skipped.insert(number)
    } else if action.cause.map(changed.contains) ?? false {
      outcome.recordedEffects.append(number)
      changed.insert(number)
    }
    if edits.moved.contains(number) {
      changed.insert(number)
      return
    }
    guard let payload = edits.edited[number] else { return try write(action, unknown) }
    changed.insert(number)
    var edited = action
    edited.payload = .action(payload)
    edited.result?.isExact = true
    try write(edited, unknown)
  }

  /// Writes what is put behind an action.
  private mutating func add(behind number: Int) throws(ReplayError) {
    for addition in edits.additions[number] ?? [] {
      switch addition {
      case .action(let payload):
        try write(
          LogAction(
            seq: 0, timeMs: timeMs, type: payload.caseName, payload: .action(payload),
            result: .init(tookMs: 0, patch: JSONPatch())))
      case .moved(let number): try move(number)
      case .set(let path, let value): try set(path, to: value)
      }
    }
  }

  private mutating func move(_ number: Int) throws(ReplayError) {
    guard !leftOut.contains(number), !edits.skipped.contains(number) else { return }
    let found: LogAction?
    do throws(LogError) {
      found = try log.action(number)
    } catch {
      throw recorded.error(.log(error))
    }
    guard var action = found else { return }
    if let payload = edits.edited[number] { action.payload = .action(payload) }
    action.timeMs = timeMs
    try write(action)
  }

  private mutating func set(_ path: JSONPointer, to value: JSON) throws(ReplayError) {
    let before = state?.document ?? .null
    let patch = JSONPatch([before[path] == nil ? .add(path, value) : .replace(path, value)])
    try write(
      LogAction(
        seq: 0, timeMs: timeMs, type: "set", payload: .opaque("set \(path) by hand"),
        result: .init(tookMs: 0, patch: patch)))
  }
}
