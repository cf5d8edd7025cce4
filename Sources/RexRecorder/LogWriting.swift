import Foundation
import RexActions
import RexDiff
import RexJSON
import RexLog
import RexRedaction

/// A recording under way: what has been written, and the line that is open while a reducer runs.
///
///     idle ──begin──▶ reducing ──finish──▶ idle        close: finished for good
///      ▲                 │
///      └──gap, keyframe──┴──trouble──▶ absent
///
/// Before each action the state is compared with the last recorded one: a change that came from
/// elsewhere gets an opaque entry of its own, so that no action is charged with it.
final class LogWriting<Action, State: Encodable> {
  // The variables are not checked for exclusive access at run time, which takes a tenth of an
  // action: one thread at a time is here, and code of the app that is called from here is kept out.
  let configuration: RecorderConfiguration
  let filtering: LineFiltering
  /// The number of the last action; while absent, of the last one that was lost.
  @exclusivity(unchecked) var lastSeq = 0
  /// Why nothing is written now.
  @exclusivity(unchecked) var failure: RecorderFailure?
  /// What it has cost so far.
  @exclusivity(unchecked) var statistics = RecorderStatistics()
  /// How many of the ends that waited, and were put out, are in the statistics.
  @exclusivity(unchecked) var countedReleases = 0
  /// Whether the last action in the file has no patch, and no keyframe begins the file behind it.
  ///
  /// Only then the next one's end may wait: so a reader knows that it may.
  @exclusivity(unchecked) var isLastUntold = false
  /// What the app has yet to be told.
  @exclusivity(unchecked) var reports = PendingReports()
  /// Whether there is something, which is quicker to ask.
  @exclusivity(unchecked) var hasReport = false
  let startMs: Double
  /// When the step began that is under way; all its lines have this time.
  @exclusivity(unchecked) var timeMs = 0.0
  /// The line that is open while `phase` says so, else the last one that was.
  @exclusivity(unchecked) var line = OpenLine()
  private let actions: ActionEncoder<Action>
  @exclusivity(unchecked) var output: LogOutput
  @exclusivity(unchecked) var phase = RecordingPhase.idle
  /// The state that the log has led to; nil where nothing or only actions are told.
  @exclusivity(unchecked) var states: StateEncoder<State>?
  /// How much is told of each action, from the next one on.
  @exclusivity(unchecked) var detail: RecorderDetail
  /// How the log tells the states now.
  @exclusivity(unchecked) var following = Following.nothing
  @exclusivity(unchecked) var keyframes = KeyframePolicy()
  /// The number of the last keyframe.
  @exclusivity(unchecked) var keyframeSeq = 0
  @exclusivity(unchecked) var pending = PendingLines()
  @exclusivity(unchecked) var buffer: [UInt8] = []
  /// The memory of the last patch, for the next.
  @exclusivity(unchecked) var patchText: [UInt8] = []
  /// The threads of the actions that were looked on and are being passed on.
  @exclusivity(unchecked) var looks: [Int: ObjectIdentifier] = [:]
  /// Grows whenever an action is looked on, or away from.
  @exclusivity(unchecked) var lookCount = 0

  init(
    to destination: LogDestination, app: String, actions: ActionEncoder<Action>,
    configuration: RecorderConfiguration
  ) throws(LogError) {
    (self.actions, self.configuration) = (actions, configuration)
    detail = configuration.detail
    filtering = LineFiltering(filter: configuration.lineFilter)
    startMs = configuration.clock.monotonicMs()
    let session = LogSession(
      id: configuration.sessionID ?? UUID().uuidString,
      startedAt: configuration.clock.date().formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      app: .init(name: app, version: configuration.appVersion, build: configuration.appBuild),
      types: .init(state: String(describing: State.self), action: String(describing: Action.self)),
      system: .current,
      redaction: configuration.redaction.isEmpty
        ? nil : LogSession.Redaction(rules: configuration.redaction.kinds))
    output = try LogOutput(
      session, to: destination, flusher: configuration.flusher)
    statistics.byteCount = output.appendedByteCount
    if destination.isNowhere { phase = .finished }
    statistics.canReadTypes = StateEncoder<State>.canReadTypes
  }

  /// Takes the time of a step around it; a step may begin an action, end one, or neither.
  ///
  /// A step that is away takes none of the dispatching thread's; `waitedMs` is what that had to
  /// wait before this one.
  @discardableResult
  func step<Result>(
    waitedMs: Double = 0, isAway: Bool = false, _ body: (LogWriting) -> Result
  ) -> Result {
    let (wasOpen, seqBefore) = (isLineOpen, line.seq)
    timeMs = elapsedMs
    let result = body(self)
    let endMs = elapsedMs
    let ownMs = isAway ? 0 : endMs - timeMs + waitedMs
    statistics.ownMs += ownMs
    statistics.backgroundMs += isAway ? endMs - timeMs : 0
    if isLineOpen, !wasOpen || line.seq != seqBefore {
      (line.reducerMs, line.ownMs) = (endMs, ownMs)
    } else {
      line.ownMs += ownMs
      if wasOpen, !isLineOpen { statistics.actionTimes.add(line.ownMs) }
    }
    return result
  }

  /// Whether a line is open.
  var isLineOpen: Bool {
    if case .reducing = phase { true } else { false }
  }

  /// The line that is open, if one is.
  var openLine: OpenLine? { isLineOpen ? line : nil }

  /// Writes the state before the first action, once.
  func start(from state: State) {
    guard case .idle = phase, following == .nothing else { return }
    attempt { () throws(RecorderFailure) in try writeStart(of: state) }
  }

  /// Puts the beginning of the action's line into the log; its number, or nil when it is not to be
  /// recorded.
  ///
  /// A known state is the last one, for all that can be seen. A watched action always has a patch:
  /// that alone shows whether it did anything.
  func begin(
    _ action: Action, from state: State, isKnown: Bool = false, source: ActionSource?,
    cause: Int? = nil, isWatched: Bool = false
  ) -> Int? {
    if case .absent = phase { resume(from: state) }
    if !isKnown { noticeChange(to: state) }
    switch phase {
    case .finished: return nil
    case .reducing:
      line.holdsAnother = true
      statistics.nestedCount += 1
      return nil
    case .absent:
      lastSeq += 1
      forgetStates()
    case .idle:
      let text = actions.text(of: action)
      if let unreplayable = actions.takeUnreplayable() {
        reports.unreplayable.append(unreplayable)
        hasReport = true
      }
      let isReady = prepare(for: state, needsPatch: isWatched || text.key == .opaque)
      lastSeq += 1
      guard isReady else { return nil }
      line = OpenLine(
        seq: lastSeq, type: text.type, isOpaque: text.key == .opaque, reducerMs: timeMs)
      buffer.removeAll(keepingCapacity: true)
      writeBeginning(text, source: source, cause: LogAction.validCause(cause, of: lastSeq))
      if attempt({ () throws(RecorderFailure) in try flush() }) {
        phase = .reducing
      }
    }
    return openLine?.seq
  }

  /// Notes that the reducer is done, where the rest of its line is written later.
  func endReducer() {
    if isLineOpen { line.tookMs = reducerTookMs }
  }

  private var reducerTookMs: Double { max(0, timeMs - line.reducerMs).roundedToMicroseconds }

  /// Puts the rest of the action's line into the log, with the patch to the state it led to.
  ///
  /// True when the state changed.
  @discardableResult
  func finish(_ state: State, error: String? = nil) -> Bool {
    finish(state, error: error) { _ in true }
  }

  /// Ends the open line; it is called exact when `isExact` says so, told whether the state changed.
  @discardableResult
  func finish(
    _ state: State, error: String? = nil, isExact: (_ changed: Bool) -> Bool
  ) -> Bool {
    guard isLineOpen else { return false }
    let tookMs = line.tookMs ?? reducerTookMs
    phase = .idle
    statistics.reducersMs += tookMs
    var changed = false
    attempt { () throws(RecorderFailure) in
      let patch = try patch(to: state)
      changed = patch != JSONPatch.emptyText
      buffer.removeAll(keepingCapacity: true)
      let isExact = isExact(changed) && !line.holdsAnother
      let isWhole = writeEnding(tookMs: tookMs, error: error, isExact: isExact, patch: patch)
      try endLine(mayWait: patch == nil && error == nil && isExact)
      isLastUntold = patch == nil
      statistics.opaqueCount += line.isOpaque ? 1 : 0
      if patch == nil, !isExact { return try writeLoneKeyframe(of: state) }
      try isWhole ? writeKeyframeIfDue(of: state) : writeKeyframe()
    }
    if !pending.isEmpty { writePending() }
    return changed
  }

  /// Writes an entry for a state that no recorded action led to; none when it is the last one.
  func noticeChange(
    to state: State, type: String = "unrecordedChange",
    because description: String = "the state changed outside of a recorded action",
    source: ActionSource? = nil, isExact: Bool = true
  ) {
    guard case .idle = phase, following != .nothing else { return start(from: state) }
    guard states != nil else { return }
    attempt { () throws(RecorderFailure) in
      let patch = try patch(to: state)
      guard patch != JSONPatch.emptyText else { return }
      let isWhole = try writeOpaque(
        type, because: description, source: source, isExact: isExact, patch: patch)
      try isWhole ? writeKeyframeIfDue(of: state) : writeKeyframe()
    }
  }

  /// Writes nothing more until `endPause`.
  func pause() {
    release()
    switch phase {
    case .reducing, .finished: return
    case .idle: phase = .absent(.pause(at: timeMs))
    case .absent(var absence):
      absence.isPause = true
      phase = .absent(absence)
    }
  }

  /// Goes on with the next action, with a gap before it if others were reduced in between.
  func endPause() {
    guard case .absent(var absence) = phase else { return }
    absence.isPause = false
    phase = isNothingLost ? .idle : .absent(absence)
  }

  /// Names the place after the last whole line; while a line is open, after that.
  func mark(_ label: String, data: (any Encodable)?) {
    if isLineOpen, pending.marks.count < PendingLines.marksMax {
      pending.marks.append((label, data))
    }
    guard case .idle = phase else { return }
    let json = data.flatMap { data in
      try? filtering.whileEncoding { try JSONDocumentEncoder().encode(data) }
    }
    let mark = LogMark(
      seq: lastSeq, timeMs: timeMs, label: filtering.filtered(label, as: .label),
      data: json.map { filtering.filtered($0, as: .data) })
    attempt { () throws(RecorderFailure) in try write(.mark(mark)) }
  }

  /// Writes the end, after a gap for what was lost and will not be made up for.
  func close(reason: String) {
    release()
    switch phase {
    case .reducing:
      pending.closeReason = reason
      return
    case .finished: return
    case .idle: break
    case .absent where isNothingLost: phase = .idle
    case .absent(let absence):
      attempt { () throws(RecorderFailure) in
        try writeGap(absence.reason)
        endAbsence(lostCount: lastSeq - output.whole.seq)
      }
    }
    let end = LogEnd(
      seq: lastSeq, timeMs: timeMs, reason: filtering.filtered(reason, as: .label),
      statistics: LogStatistics(statistics))
    if case .idle = phase {
      output.isEnded = attempt { () throws(RecorderFailure) in try write(.end(end)) }
    }
    phase = .finished
    output.unlock()
    forgetStates()
  }
}
