import Foundation
import RexDiff
import RexJSON
import RexLog
import RexStore

/// A recording under way: what has been written, and the line that is open while a reducer runs.
///
///     idle ──begin──▶ reducing ──finish──▶ idle        close: finished for good
///      ▲                 │
///      └──gap, keyframe──┴──trouble──▶ absent
///
/// Before each action the state is compared with the last recorded one: a change that came from
/// elsewhere gets an opaque entry of its own, so that no action is charged with it.
struct LogWriting<Action, State: Encodable> {
  let configuration: RecorderConfiguration
  /// The number of the last action; while absent, of the last one that was lost.
  private(set) var lastSeq = 0
  /// Why nothing is written now.
  private(set) var failure: RecorderFailure?
  /// A failure that the app has yet to be told.
  private var unreported: RecorderFailure?
  private let startMs: Double
  private let actions: ActionEncoder<Action>
  private var output: LogOutput
  private var phase = Phase.idle
  private var states: StateEncoder<State>?
  private var keyframes = KeyframePolicy()
  private var buffer: [UInt8] = []

  enum Phase {
    case idle
    case reducing(OpenLine)
    case absent(Absence)
    case finished
  }

  /// An action's line whose ending is still to be written.
  struct OpenLine {
    var seq: Int
    var beganAtMs: Double
  }

  init(
    sink: any LogSink, app: String, actions: ActionEncoder<Action>,
    configuration: RecorderConfiguration
  ) throws(LogError) {
    (self.actions, self.configuration) = (actions, configuration)
    startMs = configuration.clock.monotonicMs()
    let session = LogSession(
      id: configuration.sessionID ?? UUID().uuidString,
      startedAt: configuration.clock.date().formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      app: .init(name: app, version: configuration.appVersion, build: configuration.appBuild),
      types: .init(state: String(describing: State.self), action: String(describing: Action.self)),
      system: .current)
    output = try LogOutput(session, to: sink)
  }

  /// The line that is open, if one is.
  var openLine: OpenLine? {
    if case .reducing(let line) = phase { line } else { nil }
  }

  /// Writes the state before the first action, once.
  mutating func start(from state: State) {
    guard case .idle = phase, states == nil else { return }
    attempt { writing throws(RecorderFailure) in
      writing.states = try writing.encoder(of: state)
      try writing.writeKeyframe()
    }
  }

  /// Puts the beginning of the action's line into the log; false when it is not to be recorded.
  mutating func begin(_ action: Action, from state: State, source: ActionSource?) -> Bool {
    if case .absent = phase { resume(from: state) }
    noticeChange(to: state)
    switch phase {
    case .reducing, .finished: return false
    case .absent: lastSeq += 1
    case .idle:
      lastSeq += 1
      let line = OpenLine(seq: lastSeq, beganAtMs: elapsedMs)
      buffer.removeAll(keepingCapacity: true)
      actions.writeBeginning(
        of: action, seq: line.seq, timeMs: line.beganAtMs, source: source.map(LogSource.init),
        into: &buffer)
      if attempt({ writing throws(RecorderFailure) in try writing.flush() }) {
        phase = .reducing(line)
      }
    }
    return openLine != nil
  }

  /// Puts the rest of the action's line into the log, with the patch to the state it led to.
  ///
  /// True when the state changed.
  @discardableResult
  mutating func finish(_ state: State, error: String? = nil) -> Bool {
    finish(state, error: error) { _ in true }
  }

  /// Ends the open line; it is called exact when `isExact` says so, told whether the state changed.
  @discardableResult
  mutating func finish(
    _ state: State, error: String? = nil, isExact: (_ changed: Bool) -> Bool
  ) -> Bool {
    guard case .reducing(let line) = phase else { return false }
    let tookMs = max(0, elapsedMs - line.beganAtMs).roundedToMicroseconds
    phase = .idle
    var changed = false
    attempt { writing throws(RecorderFailure) in
      let patch = try writing.patch(to: state)
      changed = patch != LogWriting.noOperations
      writing.buffer.removeAll(keepingCapacity: true)
      LogLine.endAction(
        tookMs: tookMs, error: error, isExact: isExact(changed), into: &writing.buffer
      ) { $0 += patch }
      try writing.settleLine()
      if writing.keyframes.isDue { try writing.writeKeyframe() }
    }
    return changed
  }

  /// Writes an entry for a state that no recorded action led to; none when it is the last one.
  mutating func noticeChange(
    to state: State, type: String = "unrecordedChange",
    because description: String = "the state changed outside of a recorded action",
    source: ActionSource? = nil, isExact: Bool = true
  ) {
    guard case .idle = phase, states != nil else { return start(from: state) }
    attempt { writing throws(RecorderFailure) in
      let patch = try writing.patch(to: state)
      guard patch != LogWriting.noOperations else { return }
      writing.lastSeq += 1
      writing.buffer.removeAll(keepingCapacity: true)
      LogLine.beginAction(
        seq: writing.lastSeq, timeMs: writing.elapsedMs, type: type,
        source: source.map(LogSource.init), into: &writing.buffer, payload: .opaque
      ) { LogLine.append(string: description, to: &$0) }
      LogLine.endAction(tookMs: 0, isExact: isExact, into: &writing.buffer) { $0 += patch }
      try writing.settleLine()
    }
  }

  mutating func mark(_ label: String, data: (any Encodable)?) {
    guard case .idle = phase else { return }
    let json = data.flatMap { try? JSONDocumentEncoder().encode($0) }
    let mark = LogMark(seq: lastSeq, timeMs: elapsedMs, label: label, data: json)
    attempt { writing throws(RecorderFailure) in try writing.write(.mark(mark)) }
  }

  /// Writes the end, after a gap for what was lost and will not be made up for.
  mutating func close(reason: String) {
    switch phase {
    case .reducing, .finished: return
    case .idle: break
    case .absent(let absence):
      attempt { writing throws(RecorderFailure) in
        try writing.writeGap(absence.reason)
        (writing.phase, writing.failure) = (.idle, nil)
      }
    }
    let end = LogEnd(seq: lastSeq, timeMs: elapsedMs, reason: reason)
    if case .idle = phase {
      attempt { writing throws(RecorderFailure) in try writing.write(.end(end)) }
    }
    phase = .finished
    states = nil
  }
}

extension LogWriting {
  /// What the app has to be told, once.
  mutating func takeReport() -> RecorderFailure? {
    defer { unreported = nil }
    return unreported
  }

  /// Ends an absence with a gap and this state, if it is time; else, or in vain, it goes on.
  ///
  /// The gap goes first: where the disk is still full, that spares encoding the state.
  private mutating func resume(from state: State) {
    guard case .absent(let absence) = phase, absence.isOver(at: elapsedMs) else { return }
    attempt { writing throws(RecorderFailure) in
      try writing.writeGap(absence.reason)
      writing.states = try writing.encoder(of: state)
      try writing.writeKeyframe()
      (writing.phase, writing.failure) = (.idle, nil)
    }
  }

  /// Puts a gap behind the last whole line, for all that was lost since; none where nothing was.
  ///
  /// What was lost may be no action, but a mark: a gap covers one number at least. It settles
  /// nothing: with the keyframe, or the end, that follows it comes and goes.
  private mutating func writeGap(_ reason: String) throws(RecorderFailure) {
    do throws(LogError) {
      try output.restore()
    } catch {
      throw .log(error)
    }
    if lastSeq > 0 {
      lastSeq = max(lastSeq, output.whole.seq + 1)
      buffer.removeAll(keepingCapacity: true)
      LogEntry.gap(LogGap(from: output.whole.seq + 1, to: lastSeq, reason: reason))
        .write(into: &buffer)
      try flush()
    }
  }

  /// Runs a step; false, and absent from now on, when it fails.
  @discardableResult
  private mutating func attempt(
    _ step: (inout LogWriting) throws(RecorderFailure) -> Void
  ) -> Bool {
    do throws(RecorderFailure) {
      try step(&self)
      return true
    } catch {
      states = nil
      if case .absent(var absence) = phase {
        absence.prolong(at: elapsedMs)
        phase = .absent(absence)
      } else {
        (phase, failure) = (.absent(Absence(after: error, at: elapsedMs)), error)
        unreported = error
      }
      return false
    }
  }

  private static var noOperations: [UInt8] { [UInt8(ascii: "["), UInt8(ascii: "]")] }

  private var elapsedMs: Double {
    (configuration.clock.monotonicMs() - startMs).roundedToMicroseconds
  }

  private func encoder(of state: State) throws(RecorderFailure) -> StateEncoder<State> {
    do {
      return try StateEncoder(state)
    } catch {
      throw .state(String(describing: error))
    }
  }

  private mutating func patch(to state: State) throws(RecorderFailure) -> [UInt8] {
    var patch: [UInt8] = []
    do {
      try states?.update(to: state, patch: &patch)
    } catch {
      throw .state(String(describing: error))
    }
    return patch
  }

  private mutating func write(_ entry: LogEntry) throws(RecorderFailure) {
    buffer.removeAll(keepingCapacity: true)
    entry.write(into: &buffer)
    try settleLine()
  }

  private mutating func writeKeyframe() throws(RecorderFailure) {
    buffer.removeAll(keepingCapacity: true)
    LogLine.keyframe(seq: lastSeq, timeMs: elapsedMs, into: &buffer) {
      states?.writeDocument(into: &$0)
    }
    try settleLine(isKeyframe: true)
    keyframes.addKeyframe(byteCount: buffer.count)
  }

  /// Puts out the buffer, which ends a line.
  private mutating func settleLine(isKeyframe: Bool = false) throws(RecorderFailure) {
    try flush()
    output.settle(seq: lastSeq, isKeyframe: isKeyframe)
  }

  private mutating func flush() throws(RecorderFailure) {
    do throws(LogError) {
      try output.append(buffer)
    } catch {
      throw .log(error)
    }
    keyframes.add(byteCount: buffer.count)
  }
}

extension Double {
  /// Milliseconds to three places, which is what a line shows.
  fileprivate var roundedToMicroseconds: Double { (self * 1000).rounded() / 1000 }
}

extension LogSource {
  /// A dispatch's source as the log writes it.
  init(_ source: ActionSource) {
    self.init(
      file: source.file, line: source.line, function: source.function, info: source.info)
  }
}
