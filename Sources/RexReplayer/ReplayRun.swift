import RexDiff
import RexJSON
import RexLog

/// One re-reduction of a log into a new one, in which every patch is known.
struct ReplayRun<Sink: LogSink> {
  private let sink: Sink
  private var recorded: RecordedStates
  private var reduced: Rereduction
  private var keyframes = KeyframePolicy()
  private var buffer: [UInt8] = []
  private var patch: [UInt8] = []
  private var outcome = ReplayOutcome()
  private let progress: (any ReductionProgress)?

  init(app: ReplayableApp, log: Log, sink: Sink, progress: (any ReductionProgress)?) {
    self.progress = progress
    (recorded, reduced, self.sink) = (RecordedStates(log), Rereduction(app), sink)
  }

  mutating func run() throws(ReplayError) -> ReplayOutcome {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe): try replay(keyframe)
      case .action(let line): try replay(line)
      case .gap(let gap):
        reduced.stop()
        if recorded.isAtGapLine { try copy() } else { try write(.gap(gap)) }
      case .session: try replaySession()
      case .other: try copy()
      }
    }
    if let torn = recorded.log.unfinished { try writeUnfinished(torn) }
    return outcome
  }

  /// The new log is one file, whatever the recorded one is.
  private mutating func replaySession() throws(ReplayError) {
    guard recorded.isAtFirst else { return }
    try writeSession()
  }

  /// A recorded keyframe matters only where nothing was reduced before it.
  ///
  /// That is at the start and after a gap; elsewhere the new log's keyframes are its own.
  private mutating func replay(_ keyframe: LogKeyframe) throws(ReplayError) {
    recorded.reset(to: keyframe.state)
    reduced.retry()
    guard !reduced.isStarted else { return }
    progress?.willReduce(keyframe.seq + 1)
    try reduced.start(from: keyframe.state, at: recorded, seq: keyframe.seq)
    progress?.didReduce()
    // What else stands in the line may be what a later version knows.
    let unknown = recorded.bytes.map { LogEntry.keyframe(keyframe).unknownMembers(in: $0) }
    try writeKeyframe(seq: keyframe.seq, timeMs: keyframe.timeMs, adding: unknown)
  }

  private mutating func replay(_ line: ActionLine) throws(ReplayError) {
    if line.payload != nil, line.isExact, reduced.isStarted {
      try replayByReducing(line)
    } else {
      try replayByPatch(line)
    }
    if keyframes.isDue, reduced.isStarted {
      let timeMs = try recorded.action(line).timeMs
      try writeKeyframe(seq: line.seq, timeMs: timeMs)
    }
  }

  private mutating func replayByReducing(_ line: ActionLine) throws(ReplayError) {
    patch.removeAll(keepingCapacity: true)
    progress?.willReduce(line.seq)
    let step = try reduced.reduce(line, at: recorded, patch: &patch)
    progress?.didReduce()
    if case .undecodable(let found) = step {
      outcome.add(found)
      return try replayByPatch(line)
    }
    if recorded.isKnown, let recordedPatch = line.patch, patch.elementsEqual(recordedPatch) {
      recorded.follow(recordedPatch)
    } else {
      try recorded.advance(over: recorded.action(line))
    }
    buffer.removeAll(keepingCapacity: true)
    line.write(withPatch: patch, into: &buffer)
    try flush()
    outcome.actionCount += 1
  }
}

extension ReplayRun {
  /// The recorded patch stands in for the action where it fits the re-reduced state.
  ///
  /// Where there is none, or that state went its own way, the recorded state does. Where that is
  /// not known either, nothing is, up to the next keyframe.
  private mutating func replayByPatch(_ line: ActionLine) throws(ReplayError) {
    let action = try recorded.action(line)
    try recorded.advance(over: action)
    if let patch = action.result?.patch, reduced.apply(patch, seq: action.seq) {
      return try copy()
    }
    guard let before = reduced.document, let after = recorded.state() else {
      reduced.stop()
      return try copy()
    }
    reduced.rest(at: after, seq: action.seq)
    buffer.removeAll(keepingCapacity: true)
    line.write(withPatch: JSONPatch(from: before, to: after).json.bytes, into: &buffer)
    try flush()
  }

  private mutating func writeSession() throws(ReplayError) {
    do throws(LogError) {
      buffer = try recorded.log.sessionLine()
    } catch {
      throw recorded.error(.log(error))
    }
    try flush()
  }

  /// Writes the last line as it was recorded.
  private mutating func copy() throws(ReplayError) {
    buffer.removeAll(keepingCapacity: true)
    if let bytes = recorded.bytes { buffer.append(contentsOf: bytes) }
    buffer.append(UInt8(ascii: "\n"))
    try flush()
  }

  private mutating func writeUnfinished(_ line: LogTornLine) throws(ReplayError) {
    guard let timeMs = line.timeMs, let type = line.type, let payload = line.payload else { return }
    try write(
      .action(
        LogAction(
          seq: recorded.log.lastSeq + 1, timeMs: timeMs, cause: line.cause, type: type,
          payload: payload, source: line.source)))
  }

  private mutating func writeKeyframe(
    seq: Int, timeMs: Double, adding unknown: JSONObject? = nil
  ) throws(ReplayError) {
    buffer.removeAll(keepingCapacity: true)
    LogLine.keyframe(seq: seq, timeMs: timeMs, into: &buffer) { bytes in
      reduced.writeState(into: &bytes)
      for (key, value) in unknown ?? JSONObject() {
        bytes.append(UInt8(ascii: ","))
        JSON.string(key).write(into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(into: &bytes)
      }
    }
    try flush()
    keyframes.addKeyframe(byteCount: buffer.count)
  }

  private mutating func write(_ entry: LogEntry) throws(ReplayError) {
    buffer.removeAll(keepingCapacity: true)
    entry.write(into: &buffer)
    try flush()
  }

  private mutating func flush() throws(ReplayError) {
    keyframes.add(byteCount: buffer.count)
    do throws(LogError) {
      try sink.append(buffer)
    } catch {
      throw recorded.error(.log(error))
    }
  }
}
