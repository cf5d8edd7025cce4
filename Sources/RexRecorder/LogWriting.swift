import Foundation
import RexDiff
import RexJSON
import RexLog
import RexStore

/// A recording under way: what has been written, and the line that is open while a reducer runs.
///
///     idle ──begin──▶ reducing ──finish──▶ idle        close, failure: finished for good
struct LogWriting<Action, State: Encodable> {
  private(set) var failure: RecorderFailure?
  private let sink: any LogSink
  private let configuration: RecorderConfiguration
  private let startMs: Double
  private var phase = Phase.idle
  private var states: StateEncoder<State>?
  private var keyframes = KeyframePolicy()
  private var lastSeq = 0
  private var buffer: [UInt8] = []
  private let actions = ActionEncoder<Action>()

  private enum Phase {
    case idle
    case reducing(beganAtMs: Double)
    case finished
  }

  init(
    sink: any LogSink, app: String, configuration: RecorderConfiguration
  ) throws(LogError) {
    self.sink = sink
    self.configuration = configuration
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
    start(from: state)
    guard case .idle = phase else { return false }
    let beganAtMs = elapsedMs
    buffer.removeAll(keepingCapacity: true)
    actions.writeBeginning(
      of: action, seq: lastSeq + 1, timeMs: beganAtMs, source: source.map(LogSource.init),
      into: &buffer)
    guard flush() else { return false }
    phase = .reducing(beganAtMs: beganAtMs)
    return true
  }

  /// Puts the rest of the action's line into the log, with the patch to the state it led to.
  mutating func finish(_ state: State, error: String? = nil) {
    guard case .reducing(let beganAtMs) = phase else { return }
    let tookMs = max(0, elapsedMs - beganAtMs).roundedToMicroseconds
    phase = .idle
    lastSeq += 1
    buffer.removeAll(keepingCapacity: true)
    do {
      try LogLine.endAction(tookMs: tookMs, error: error, into: &buffer) { bytes in
        try states?.update(to: state, patch: &bytes)
      }
    } catch {
      return fail(.state(String(describing: error)))
    }
    guard flush(), keyframes.isDue else { return }
    writeKeyframe()
  }

  /// Writes an entry for a state that no action led to.
  mutating func replaceState(by state: State, source: ActionSource?) {
    guard case .idle = phase, states != nil else { return start(from: state) }
    let beganAtMs = elapsedMs
    buffer.removeAll(keepingCapacity: true)
    LogLine.beginAction(
      seq: lastSeq + 1, timeMs: beganAtMs, type: "replaceState",
      source: source.map(LogSource.init), into: &buffer, payload: .opaque
    ) { LogLine.append(string: "the state was set from outside", to: &$0) }
    guard flush() else { return }
    phase = .reducing(beganAtMs: beganAtMs)
    finish(state)
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

  private var elapsedMs: Double {
    (configuration.clock.monotonicMs() - startMs).roundedToMicroseconds
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
