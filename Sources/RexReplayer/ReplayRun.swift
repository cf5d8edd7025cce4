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
  private var outcome = ReplayOutcome()

  init(app: ReplayableApp, log: Log, sink: Sink) {
    (recorded, reduced, self.sink) = (RecordedStates(log), Rereduction(app), sink)
  }

  mutating func run() throws(ReplayError) -> ReplayOutcome {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe): try replay(keyframe)
      case .action(let action): try replay(action)
      case .gap:
        reduced.stop()
        try write(entry)
      case .session(let session): try replay(session)
      case .mark, .end: try write(entry)
      case .unknown: break
      }
    }
    if let torn = recorded.log.unfinished { try writeUnfinished(torn) }
    return outcome
  }

  /// The new log is one file, whatever the recorded one is.
  private mutating func replay(_ session: LogSession) throws(ReplayError) {
    guard recorded.isAtFirst else { return }
    var session = session
    session.segment = nil
    try write(.session(session))
  }

  /// A recorded keyframe matters only where nothing was reduced before it.
  ///
  /// That is at the start and after a gap; elsewhere the new log's keyframes are its own.
  private mutating func replay(_ keyframe: LogKeyframe) throws(ReplayError) {
    recorded.reset(to: keyframe.state)
    reduced.retry()
    guard !reduced.isStarted else { return }
    try reduced.start(from: recorded, seq: keyframe.seq)
    try writeKeyframe(seq: keyframe.seq, timeMs: keyframe.timeMs)
  }

  private mutating func replay(_ action: LogAction) throws(ReplayError) {
    try recorded.advance(over: action)
    if case .action(let payload) = action.payload, action.isExact, reduced.isStarted {
      try replay(action, of: payload)
    } else {
      try replayByPatch(action)
    }
    if keyframes.isDue, reduced.isStarted {
      try writeKeyframe(seq: action.seq, timeMs: action.timeMs)
    }
  }

  private mutating func replay(_ action: LogAction, of payload: JSON) throws(ReplayError) {
    var patch: [UInt8] = []
    if let found = try reduced.reduce(payload, of: action, at: recorded, patch: &patch) {
      outcome.add(found)
      return try replayByPatch(action)
    }
    buffer.removeAll(keepingCapacity: true)
    LogLine.beginAction(
      seq: action.seq, timeMs: action.timeMs, type: action.type, source: action.source,
      into: &buffer, payload: .action
    ) { payload.write(into: &$0) }
    LogLine.endAction(
      tookMs: action.result?.tookMs ?? 0, error: action.result?.error, into: &buffer
    ) { $0 += patch }
    try flush()
    outcome.actionCount += 1
  }
}

extension ReplayRun {
  /// The recorded patch stands in for the action where it fits the re-reduced state.
  ///
  /// Where there is none, or that state went its own way, the recorded state does. Where that is
  /// not known either, nothing is, up to the next keyframe.
  private mutating func replayByPatch(_ action: LogAction) throws(ReplayError) {
    var written = action
    if let patch = action.result?.patch, reduced.apply(patch, seq: action.seq) {
      return try write(.action(written))
    }
    if let before = reduced.document, let after = recorded.state {
      written.result?.change = .patch(JSONPatch(from: before, to: after))
      reduced.rest(at: after, seq: action.seq)
    } else {
      reduced.stop()
    }
    try write(.action(written))
  }

  private mutating func writeUnfinished(_ line: LogTornLine) throws(ReplayError) {
    guard let timeMs = line.timeMs, let type = line.type, let payload = line.payload else { return }
    try write(
      .action(
        LogAction(
          seq: recorded.log.lastSeq + 1, timeMs: timeMs, type: type, payload: payload,
          source: line.source)))
  }

  private mutating func writeKeyframe(seq: Int, timeMs: Double) throws(ReplayError) {
    buffer.removeAll(keepingCapacity: true)
    LogLine.keyframe(seq: seq, timeMs: timeMs, into: &buffer) { reduced.writeState(into: &$0) }
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
