import Foundation
import RexDiff
import RexJSON
import RexLog
import RexStore

/// A recording under way: what has been written, and the line that is open while a reducer runs.
///
///     idle ──begin──▶ reducing ──finish──▶ idle        close, failure: finished for good
///
/// Before each action the state is compared with the last recorded one: a change that came from
/// elsewhere gets an opaque entry of its own, so that no action is charged with it.
struct LogWriting<Action, State: Encodable> {
  let configuration: RecorderConfiguration
  private(set) var failure: RecorderFailure?
  private(set) var lastSeq = 0
  private let sink: any LogSink
  private let startMs: Double
  private let actions: ActionEncoder<Action>
  private var phase = Phase.idle
  private var states: StateEncoder<State>?
  private var keyframes = KeyframePolicy()
  private var buffer: [UInt8] = []

  enum Phase {
    case idle
    case reducing(OpenLine)
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
    (self.sink, self.actions, self.configuration) = (sink, actions, configuration)
    startMs = configuration.clock.monotonicMs()
    let session = LogSession(
      id: configuration.sessionID ?? UUID().uuidString,
      startedAt: configuration.clock.date().formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      app: .init(name: app, version: configuration.appVersion, build: configuration.appBuild),
      types: .init(state: String(describing: State.self), action: String(describing: Action.self)),
      system: .current)
    LogEntry.session(session).write(into: &buffer)
    try sink.append(buffer)
  }

  /// The line that is open, if one is.
  var openLine: OpenLine? {
    if case .reducing(let line) = phase { line } else { nil }
  }

  /// Writes the state before the first action, once.
  mutating func start(from state: State) {
    guard case .idle = phase, states == nil else { return }
    do {
      states = try StateEncoder(state)
      writeKeyframe()
    } catch {
      fail(.state(String(describing: error)))
    }
  }

  /// Puts the beginning of the action's line into the log; false when it is not to be recorded.
  mutating func begin(_ action: Action, from state: State, source: ActionSource?) -> Bool {
    noticeChange(to: state)
    guard case .idle = phase else { return false }
    return open { actions, seq, timeMs, bytes in
      actions.writeBeginning(
        of: action, seq: seq, timeMs: timeMs, source: source.map(LogSource.init), into: &bytes)
    }
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
    var patch: [UInt8] = []
    do {
      try states?.update(to: state, patch: &patch)
    } catch {
      fail(.state(String(describing: error)))
      return false
    }
    let changed = patch != LogWriting.noOperations
    buffer.removeAll(keepingCapacity: true)
    LogLine.endAction(
      tookMs: tookMs, error: error, isExact: isExact(changed), into: &buffer
    ) { $0 += patch }
    phase = .idle
    lastSeq = line.seq
    if flush(), keyframes.isDue { writeKeyframe() }
    return changed
  }

  /// Writes an entry for a state that no recorded action led to; none when it is the last one.
  mutating func noticeChange(
    to state: State, type: String = "unrecordedChange",
    because description: String = "the state changed outside of a recorded action",
    source: ActionSource? = nil, isExact: Bool = true
  ) {
    guard case .idle = phase, states != nil else { return start(from: state) }
    var patch: [UInt8] = []
    do {
      try states?.update(to: state, patch: &patch)
    } catch {
      return fail(.state(String(describing: error)))
    }
    guard patch != LogWriting.noOperations else { return }
    buffer.removeAll(keepingCapacity: true)
    lastSeq += 1
    LogLine.beginAction(
      seq: lastSeq, timeMs: elapsedMs, type: type, source: source.map(LogSource.init),
      into: &buffer, payload: .opaque
    ) { LogLine.append(string: description, to: &$0) }
    LogLine.endAction(tookMs: 0, isExact: isExact, into: &buffer) { $0 += patch }
    flush()
  }

  mutating func mark(_ label: String, data: (any Encodable)?) {
    guard case .idle = phase else { return }
    let json = data.flatMap { try? JSONDocumentEncoder().encode($0) }
    write(.mark(LogMark(seq: lastSeq, timeMs: elapsedMs, label: label, data: json)))
  }

  mutating func close(reason: String) {
    guard case .idle = phase else { return }
    write(.end(LogEnd(seq: lastSeq, timeMs: elapsedMs, reason: reason)))
    phase = .finished
    states = nil
  }
}

extension LogWriting {
  private static var noOperations: [UInt8] { [UInt8(ascii: "["), UInt8(ascii: "]")] }

  private var elapsedMs: Double {
    (configuration.clock.monotonicMs() - startMs).roundedToMicroseconds
  }

  private mutating func open(
    _ writeBeginning: (ActionEncoder<Action>, Int, Double, inout [UInt8]) -> Void
  ) -> Bool {
    let line = OpenLine(seq: lastSeq + 1, beganAtMs: elapsedMs)
    buffer.removeAll(keepingCapacity: true)
    writeBeginning(actions, line.seq, line.beganAtMs, &buffer)
    guard flush() else { return false }
    phase = .reducing(line)
    return true
  }

  private mutating func write(_ entry: LogEntry) {
    buffer.removeAll(keepingCapacity: true)
    entry.write(into: &buffer)
    flush()
  }

  private mutating func writeKeyframe() {
    buffer.removeAll(keepingCapacity: true)
    LogLine.keyframe(seq: lastSeq, timeMs: elapsedMs, into: &buffer) {
      states?.writeDocument(into: &$0)
    }
    flush()
    keyframes.addKeyframe(byteCount: buffer.count)
  }

  @discardableResult
  private mutating func flush() -> Bool {
    do throws(LogError) {
      try sink.append(buffer)
      keyframes.add(byteCount: buffer.count)
      return true
    } catch {
      fail(.log(error))
      return false
    }
  }

  private mutating func fail(_ failure: RecorderFailure) {
    self.failure = failure
    phase = .finished
    states = nil
    configuration.onFailure?(failure)
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
