import Foundation
import RexActions
import RexDiff
import RexFormat
import RexJSON
import RexLocking
import RexRedaction

/// A recording, as a state machine; `RecordingPhase` has the data of each state.
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
///     close, from all but reducing: closed. While a reducer runs, it waits for `finish`.
///
/// | phase | the log | the state it leads to |
/// |---|---|---|
/// | unstarted | ends in a whole line | none yet |
/// | recording | ends in a whole line, or in one whose ending is deferred | the last one seen |
/// | reducing | ends in the beginning of an action's line | the one before that action |
/// | paused | ends in a whole line | the last one before the pause |
/// | suspended | has whole lines up to `committedEnd`, then perhaps a gap | unknown |
/// | closed | is not written any more | |
///
/// A step that writes is run by `advance` and returns the next phase; if it throws, the recording
/// is suspended. Before each action, the state is compared with the last recorded one. A change
/// from elsewhere gets an opaque entry of its own, so that it is not attributed to the action.
///
/// The recorder's lock ensures that one thread at a time uses the session, and that code of the app
/// that the session calls cannot use it.
final class RecordingSession<Action, State> {
  let configuration: RecorderConfiguration
  let redactor: Redactor
  /// How states are encoded.
  let states: StateCoding<State>
  let actions: ActionEncoder<Action>
  /// The `Encoder.userInfo` of what is encoded.
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// Finds members that an `encode(to:)` leaves out; nil without reflection.
  let inspector: MemberInspector?
  /// The places of dates in the states that were encoded.
  let stateDates = DatePlaces()
  let appender: LogAppender
  private let startMs: Double
  /// The identifier in the session line.
  let id: String

  /// The level of detail, which any thread can set, and which applies from the next action on.
  let detail: Locked<RecorderDetail>
  /// The start time of the current step, used for all its lines.
  private(set) var timeMs = 0.0
  var phase = RecordingPhase<State>.unstarted
  /// The number of the last action; while suspended, of the last lost action.
  var lastSeq = 0
  /// The counts of the session; `statistics` adds those of the log.
  var counts = RecorderStatistics()
  /// The reports for the app that are not delivered yet.
  var reports = PendingReports()
  var keyframes = KeyframePolicy()
  /// The number and the fingerprint of the last keyframe that was not written by an encoder.
  var lastStateKeyframe: (seq: Int, fingerprint: String)?
  /// When the encoder's document was checked.
  var checkTimes = CheckTimes(at: 0)
  var passing = PassingActions()
  /// The last actions, oldest first.
  private(set) var recentActions: [RecordedAction] = []
  /// The limit on the actions that the app can ask for; twice as many are kept at times.
  static var recentActionsMax: Int { 100 }

  init(
    to destination: LogDestination, app: String, registry: ActionRegistry<Action>?,
    states: StateCoding<State>, reflection: Reflection, isDiffedInBackground: Bool = false,
    configuration: RecorderConfiguration
  ) throws(LogError) {
    (self.configuration, self.states) = (configuration, states)
    redactor = Redactor(
      rules: configuration.rules, placeholderKey: configuration.placeholderKey)
    (inspector, userInfo) = (reflection.inspector, reflection.userInfo(of: configuration))
    actions = ActionEncoder(
      registry: registry, reflection: reflection, configuration: configuration,
      redactor: redactor)
    detail = Locked(configuration.detail)
    startMs = configuration.clock.monotonicMs()
    id = LineLimits.name(configuration.sessionID ?? UUID().uuidString)
    let start = configuration.clock.date()
    var header = LogSession(
      id: id,
      startedAt: start.formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      app: .init(
        name: LineLimits.name(app), version: configuration.appVersion.map(LineLimits.name),
        build: configuration.appBuild.map(LineLimits.name)),
      types: .init(
        state: LineLimits.name(String(describing: State.self)),
        action: LineLimits.name(String(describing: Action.self))),
      system: .current,
      redaction: redactor.rules.isEmpty
        ? nil
        : LogSession.Redaction(rules: redactor.rules.kinds, numbers: Placeholder.numbers))
    header.timeZone = configuration.clock.timeZone().map { LogSession.offset(of: $0, at: start) }
    header.isDiffedInBackground = isDiffedInBackground
    header.areStatesReflected = states.isReflected
    if states.isReflected { StateReflection.notice }
    appender = try LogAppender(header, to: destination, flusher: configuration.flusher)
    if destination.isNowhere {
      phase = .closed(nil)
    } else {
      counts.canReadTypes = configuration.comparesMemory && StateEncoder<State>.canReadTypes
    }
  }

  /// The reason why nothing is written now.
  var failure: RecorderFailure? {
    switch phase {
    case .suspended(let suspension): suspension.failure
    case .closed(let failure): failure
    case .unstarted, .recording, .reducing, .paused: nil
    }
  }

  /// The cost and the contents of the recording so far.
  var statistics: RecorderStatistics {
    var statistics = counts
    statistics.actionCount += appender.flushedEndingCount
    statistics.byteCount = appender.appendedByteCount
    statistics.redactedCount = redactor.redactedCount
    return statistics
  }

  /// Keeps an action as one of the last.
  func keep(_ action: OpenAction) {
    if recentActions.count == 2 * Self.recentActionsMax {
      recentActions.removeFirst(Self.recentActionsMax)
    }
    recentActions.append(RecordedAction(seq: action.seq, type: action.type))
  }

  /// Whether the app has paused the recording.
  var isPaused: Bool {
    switch phase {
    case .paused: true
    case .suspended(let suspension): suspension.isPaused
    case .reducing(let action, _): action.isPausedAfter
    case .unstarted, .recording, .closed: false
    }
  }

  /// Whether the log has no state yet.
  var isUnstarted: Bool { if case .unstarted = phase { true } else { false } }

  /// Whether nothing more is written.
  var isClosed: Bool { if case .closed = phase { true } else { false } }

  /// The action whose reducer is running, if any.
  var openAction: OpenAction? {
    if case .reducing(let action, _) = phase { action } else { nil }
  }

  /// Whether the running action will have a patch.
  var openActionHasPatch: Bool {
    if case .reducing(_, .patches) = phase { true } else { false }
  }

  /// The milliseconds since the recording started.
  var elapsedMs: Double {
    configuration.clock.monotonicMs() - startMs
  }

  /// Runs and measures a step, which may begin or end an action.
  ///
  /// - Parameters:
  ///   - waitedMs: The time that the dispatching thread waited before the step, in milliseconds.
  ///   - isInBackground: Whether the step runs on another thread, so that its time is counted
  ///     separately.
  ///   - body: The step.
  /// - Returns: The step's result.
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
      // The reducer's time excludes what is recorded while it runs.
      let isNew = openAction !== actionBefore
      openAction.reducerStartMs = isNew ? endMs : openAction.reducerStartMs + endMs - beginMs
      openAction.ownMs += ownMs
    } else if let actionBefore {
      counts.actionTimes.add(actionBefore.ownMs + ownMs)
    }
    return result
  }

  /// Runs a step that writes, and enters the phase that it returns.
  ///
  /// - Returns: False if the step failed; the recording is then suspended.
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

  /// Writes the initial state before the first action, once.
  func start(from state: State) {
    guard case .unstarted = phase else { return }
    advance { () throws(RecorderFailure) in .recording(try writeStart(of: state)) }
  }

  /// Writes a mark after the last complete line; while a reducer runs, after its action's line.
  func mark(_ label: String, data: (any Encodable)?) {
    switch phase {
    case .reducing(let action, _): action.addMark(label, data: data)
    case .unstarted, .recording:
      writeMark(label, data: data.flatMap { try? payload(of: $0) })
    case .paused, .suspended, .closed: break
    }
  }

  private func writeMark(_ label: String, data: JSON?, check: LogMark.Check? = nil) {
    var mark = LogMark(
      seq: lastSeq, timeMs: timeMs, label: LineLimits.name(redactor.redact(text: label)),
      data: data.map(shownData))
    mark.check = check
    advance { () throws(RecorderFailure) in
      try write(.mark(mark))
      return phase
    }
  }

  /// Returns a mark's data; a text with their size if they are too large.
  private func shownData(_ data: JSON) -> JSON {
    let (bytes, limit) = (data.bytes, configuration.actionBytesMax)
    guard bytes.count > limit || !LineLimits.allows(bytes) else { return data }
    return .string("left out: " + LineLimits.excess(of: bytes.count, over: limit))
  }

  /// Writes a mark and reports to the app if a reducer was found to be impure.
  func mark(_ check: PurityCheck<State>, of action: OpenAction, against state: State) {
    let impurity = try? check.impurity(of: action, against: state) { state, isRedacted in
      try JSON(
        parsing: encodedBytes(of: state, redactor: isRedacted ? redactor.leafRedactor : nil),
        limits: .largest)
    }
    guard let impurity else { return }
    reports.impurities.append(impurity)
    guard case .recording = phase else { return }
    writeMark("impure reducer", data: try? document(of: impurity), check: .purity)
  }

  /// Encodes a value of the app as a redacted document.
  func document(of value: any Encodable) throws -> JSON {
    try JSON(parsing: encodedBytes(of: value), limits: .largest)
  }

  /// Encodes the data of a mark or an input as a redacted document.
  func payload(of value: any Encodable) throws -> JSON {
    let bytes = try redactor.encodingPayload {
      try documentEncoder.encodeBytes(
        value, redactor: redactor.leafRedactor, in: redactor.payloadScope)
    }
    return try JSON(parsing: bytes ?? [], limits: .largest)
  }

  /// Encodes a state as bytes, with its secrets replaced if there is a redactor.
  func encodedBytes(
    of state: State, redactor leaves: (any LeafRedactor)?, dates: DatePlaces? = nil
  ) throws -> [UInt8] {
    try redactor.whileEncoding {
      try states.bytes(
        of: state, userInfo: userInfo, redactor: leaves, dates: dates)
    }
  }

  /// Encodes a value of the app as bytes, with its secrets replaced.
  func encodedBytes(of value: some Encodable) throws -> [UInt8] {
    try redactor.whileEncoding {
      try documentEncoder.encodeBytes(value, redactor: redactor.leafRedactor)
    }
  }

  /// An encoder for whole values.
  private var documentEncoder: JSONDocumentEncoder {
    var encoder = JSONDocumentEncoder()
    encoder.userInfo = configuration.userInfo
    return encoder
  }

  /// Writes the end, after a gap for lost actions if the recording is suspended.
  func close(reason: String) {
    flushEnding()
    switch phase {
    case .closed: return
    case .reducing(let action, _):
      action.closeReason = reason
      return
    case .unstarted, .recording, .paused, .suspended: break
    }
    // The end may be written although the last actions could not be.
    let failure = failure
    advance { () throws(RecorderFailure) in
      if case .suspended(let suspension) = phase {
        try writeGap(suspension.reason)
        countGap(lostCount: lastSeq - appender.committedEnd.seq)
      }
      try writeEnd(reason: reason)
      return .closed(failure)
    }
    if case .suspended(let suspension) = phase { phase = .closed(suspension.failure) }
    appender.unlock()
  }
}

extension LogSession {
  /// A time zone's distance from UTC when the recording starts: `+01:00`, or `Z` for none.
  fileprivate static func offset(of zone: TimeZone, at date: Date) -> String {
    let text = date.formatted(
      Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone))
    return text.hasSuffix("Z") ? "Z" : String(text.suffix(6))
  }
}
