import Foundation
import RexActions
import RexDiff
import RexJSON
import RexLocking
import RexLog
import RexRedaction

/// One recording under way, as a state machine; `RecordingPhase` has what each state carries.
///
///                    start                begin
///     unstarted ──────────────▶ recording ──────▶ reducing
///         │                     ▲  │  ▲  ◀──────     │
///         │ pause        resume │  │  │   finish     │
///         │                     │  │  └── gap, keyframe ──┐
///         │                     │  ▼ pause               │
///         │                    paused ── begin ──▶ suspended ◀── failure of any step
///         └────────────────────────────────────────▲
///
///     close, from all but reducing: closed, for good. While a reducer runs, it waits for `finish`.
///
/// | phase | the log | the state it leads to |
/// |---|---|---|
/// | unstarted | ends in a whole line | none yet |
/// | recording | ends in a whole line, or in one whose ending is deferred | the last one seen |
/// | reducing | ends in the beginning of an action's line | the one before that action |
/// | paused | ends in a whole line | the last one before the pause |
/// | suspended | may end in anything, up to `committedEnd` in whole lines | unknown |
/// | closed | is not written any more | |
///
/// A step that writes is run by `advance` and returns the next phase; one that throws suspends the
/// recording. Before each action the state is compared with the last recorded one: a change that
/// came from elsewhere gets an opaque entry of its own, so that no action is charged with it.
///
/// One thread at a time is here, and code of the app that is called from here is kept out: the
/// recorder's lock sees to both.
final class RecordingSession<Action, State: Encodable> {
  let configuration: RecorderConfiguration
  let filtering: LineFiltering
  let actions: ActionEncoder<Action>
  let appender: LogAppender
  private let startMs: Double

  /// The detail of the log, which any thread may change, from the next action on.
  let detail: Locked<RecorderDetail>
  /// When the step began that is under way; all its lines have this time.
  private(set) var timeMs = 0.0
  var phase = RecordingPhase<State>.unstarted
  /// The number of the last action; while suspended, of the last one that was lost.
  var lastSeq = 0
  /// What is counted here; `statistics` adds what the log itself counts.
  var counts = RecorderStatistics()
  /// What is yet to be reported to the app.
  var reports = PendingReports()
  var keyframes = KeyframePolicy()
  var passing = PassingActions()

  init(
    to destination: LogDestination, app: String, actions: ActionEncoder<Action>,
    configuration: RecorderConfiguration
  ) throws(LogError) {
    (self.actions, self.configuration) = (actions, configuration)
    detail = Locked(configuration.detail)
    filtering = LineFiltering(filter: configuration.lineFilter)
    startMs = configuration.clock.monotonicMs()
    let header = LogSession(
      id: configuration.sessionID ?? UUID().uuidString,
      startedAt: configuration.clock.date().formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      app: .init(name: app, version: configuration.appVersion, build: configuration.appBuild),
      types: .init(state: String(describing: State.self), action: String(describing: Action.self)),
      system: .current,
      redaction: configuration.redaction.isEmpty
        ? nil : LogSession.Redaction(rules: configuration.redaction.kinds))
    appender = try LogAppender(header, to: destination, flusher: configuration.flusher)
    if destination.isNowhere { phase = .closed(nil) }
    counts.canReadTypes = StateEncoder<State>.canReadTypes
  }

  /// Why nothing is written now.
  var failure: RecorderFailure? {
    switch phase {
    case .suspended(let suspension): suspension.failure
    case .closed(let failure): failure
    case .unstarted, .recording, .reducing, .paused: nil
    }
  }

  /// What it has cost so far.
  var statistics: RecorderStatistics {
    var statistics = counts
    statistics.actionCount += appender.flushedEndingCount
    statistics.byteCount = appender.appendedByteCount
    statistics.redactedCount = filtering.filter?.coveredCount ?? 0
    return statistics
  }

  /// The action whose reducer runs, if one does.
  var openAction: OpenAction? {
    if case .reducing(let action, _) = phase { action } else { nil }
  }

  /// Whether the action whose reducer runs will have a patch.
  var opensPatch: Bool {
    if case .reducing(_, .patches) = phase { true } else { false }
  }

  /// Milliseconds since the recording began.
  var elapsedMs: Double {
    configuration.clock.monotonicMs() - startMs
  }

  /// Measures a step, which may begin an action, end one, or neither.
  ///
  /// A step in background takes none of the dispatching thread's time; `waitedMs` is what that had
  /// to wait before this one.
  @discardableResult
  func step<Result>(
    waitedMs: Double = 0, isInBackground: Bool = false, _ body: (RecordingSession) -> Result
  ) -> Result {
    let actionBefore = openAction
    let beginMs = elapsedMs
    timeMs = beginMs.roundedToMicroseconds
    let result = body(self)
    let endMs = elapsedMs
    let ownMs = isInBackground ? 0 : endMs - beginMs + waitedMs
    counts.ownMs += ownMs
    if isInBackground { counts.backgroundMs += endMs - beginMs }
    if let openAction {
      if openAction !== actionBefore { openAction.reducerStartMs = endMs }
      openAction.ownMs += ownMs
    } else if let actionBefore {
      counts.actionTimes.add(actionBefore.ownMs + ownMs)
    }
    return result
  }

  /// Runs a step that writes, and enters the phase it returns.
  ///
  /// False when the step fails; then the recording is suspended.
  @discardableResult
  func advance(_ step: () throws(RecorderFailure) -> RecordingPhase<State>) -> Bool {
    do throws(RecorderFailure) {
      phase = try step()
      return true
    } catch {
      suspend(after: error)
      return false
    }
  }

  /// Writes the state before the first action, once.
  func start(from state: State) {
    guard case .unstarted = phase else { return }
    advance { () throws(RecorderFailure) in .recording(try writeStart(of: state)) }
  }

  /// Names the position after the last whole line; while a reducer runs, after its action's.
  func mark(_ label: String, data: (any Encodable)?) {
    switch phase {
    case .reducing(let action, _): action.addMark(label, data: data)
    case .unstarted, .recording:
      let json = data.flatMap { data in
        try? filtering.whileEncoding { try JSONDocumentEncoder().encode(data) }
      }
      let mark = LogMark(
        seq: lastSeq, timeMs: timeMs, label: filtering.filtered(label, as: .label),
        data: json.map { filtering.filtered($0, as: .data) })
      advance { () throws(RecorderFailure) in
        try write(.mark(mark))
        return phase
      }
    case .paused, .suspended, .closed: break
    }
  }

  /// Writes the end, after a gap for what was lost and cannot be recovered.
  func close(reason: String) {
    flushEnding()
    switch phase {
    case .closed: return
    case .reducing(let action, _):
      action.closeReason = reason
      return
    case .unstarted, .recording, .paused, .suspended: break
    }
    advance { () throws(RecorderFailure) in
      if case .suspended(let suspension) = phase {
        try writeGap(suspension.reason)
        countGap(lostCount: lastSeq - appender.committedEnd.seq)
      }
      try writeEnd(reason: reason)
      return .closed(nil)
    }
    if case .suspended(let suspension) = phase { phase = .closed(suspension.failure) }
    appender.unlock()
  }
}
