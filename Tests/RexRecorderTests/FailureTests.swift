import Foundation
import RexActions
import RexLocking
import RexLog
import RexRecorder
import TestSupport
import Testing

/// After a failure, a recorder does not disturb the app, reports it once, and resumes after a gap.
@Suite struct FailureTests {
  @Test func aFullDiskCostsOnlyAGap() throws {
    let flaw = FlawedSink()
    let clock = ManualClock()
    let failures = Locked(0)
    let recorder = try makeRecorder(flaw, clock) { _ in failures.withLock { $0 += 1 } }
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    flaw.room = 30
    for _ in 0..<3 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    #expect(state.count == 4)
    #expect(recorder.failure != nil)
    #expect(flaw.triesInTrouble == 2, "the action and a gap, and nothing until its time has come")

    clock.advance(byMs: 100)
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(flaw.triesInTrouble == 4)
    clock.advance(byMs: 100)
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(flaw.triesInTrouble == 4, "the time between tries doubles")

    flaw.room = nil
    clock.advance(byMs: 100)
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(recorder.failure == nil)
    recorder.close()
    #expect(failures.withLock { $0 } == 1)
    #expect(
      try lines(of: flaw.log) == [
        #"{"kind":"keyframe","seq":0,"timeMs":0,"state":{"count":0}}"#,
        #"{"kind":"action","seq":1,"timeMs":0,"type":"add","action":{"add":{"_0":1}},"#
          + #""tookMs":0,"patch":[{"op":"replace","path":"/count","value":1}]}"#,
        #"{"kind":"gap","from":2,"to":6,"reason":"disk full"}"#,
        #"{"kind":"keyframe","seq":6,"timeMs":300,"state":{"count":6}}"#,
        #"{"kind":"action","seq":7,"timeMs":300,"type":"add","action":{"add":{"_0":1}},"#
          + #""tookMs":0,"patch":[{"op":"replace","path":"/count","value":7}]}"#,
        #"{"kind":"end","seq":7,"timeMs":300,"reason":"closed"}"#,
      ])
  }

  @Test func closingDuringAFailureWritesAGap() throws {
    let flaw = FlawedSink()
    let recorder = try makeRecorder(flaw, ManualClock())
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    flaw.room = 0
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    flaw.room = nil
    recorder.close()
    #expect(
      try lines(of: flaw.log).suffix(2) == [
        #"{"kind":"gap","from":2,"to":2,"reason":"disk full"}"#,
        #"{"kind":"end","seq":2,"timeMs":0,"reason":"closed"}"#,
      ])
    #expect(recorder.failure?.description.contains("No space left on device") == true)
  }

  /// The last actions are lost even if the end of the log can be written.
  @Test func aFailureOfEveryActionIsKnownAfterClosing() throws {
    let recorder = try Recorder<Double, Fragile>(
      sink: LogBuffer(), app: "Fragile", configuration: .quiet)
    var state = Fragile(level: -1)
    for _ in 0..<3 { recorder.record(-1, into: &state) { state, level in state.level = level } }
    let failure = recorder.failure?.description
    #expect(failure != nil)
    recorder.close()
    #expect(recorder.failure?.description == failure)
  }

  @Test func aFailureAtTheEndOfAPauseIsReported() throws {
    let flaw = FlawedSink()
    let failures = Locked(0)
    let recorder = try makeRecorder(flaw, ManualClock()) { _ in failures.withLock { $0 += 1 } }
    var state = Counter()
    recorder.start(from: state)
    recorder.pause()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    flaw.room = 0
    recorder.resume()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(recorder.failure != nil)
    #expect(failures.withLock { $0 } == 1)
  }

  @Test func aStateThatCannotBeEncodedCostsAGap() throws {
    let log = LogBuffer()
    let clock = ManualClock()
    let recorder = try Recorder<Double, Fragile>(
      sink: log, app: "Fragile",
      configuration: .init(clock: clock.recorderClock, onFailure: nil))
    var state = Fragile()
    for level in [1, -1, 2, 3] {
      clock.advance(byMs: 1000)
      recorder.record(Double(level), into: &state) { state, level in state.level = level }
    }
    let gaps = try Log(checked: "log", bytes: log.bytes).lines().filter { $0.kind == .gap }
    #expect(gaps.map(\.seq) == [3], "action 3 began from the state that could not be encoded")
  }

  @Test func onFailureMayReadTheRecorder() throws {
    let flaw = FlawedSink()
    let asked = Locked<Recorder<Counter.Action, Counter>?>(nil)
    let recorder = try makeRecorder(flaw, ManualClock()) { _ in
      asked.withLock { #expect($0?.failure != nil) }
    }
    asked.withLock { $0 = recorder }
    flaw.room = 0
    recorder.start(from: Counter())
    asked.withLock { $0 = nil }
  }

  @Test func aDeletedLogIsCreatedAgain() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "log.jsonl").path
    let clock = ManualClock()
    let recorder = try Recorder<Counter.Action, Counter>(
      path: path, app: "Counter",
      configuration: .init(clock: clock.recorderClock, onFailure: nil))
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    try FileManager.default.removeItem(atPath: path)
    // An action takes two appends; after sixteen appends, the deletion of the file is noticed.
    for _ in 0..<8 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    #expect(recorder.failure != nil)
    let lost = state.count
    clock.advance(byMs: 100)
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.close()
    let log = try Log(checkedPath: path)
    #expect(try log.lines().map(\.kind) == [.session, .gap, .keyframe, .action, .end])
    #expect(try log.lines().map(\.seq) == [0, lost, lost, lost + 1, lost + 1])
  }

  @Test func whatAReducerAskedOfTheRecorderHoldsIfAnInputCannotBeWritten() throws {
    let flaw = FlawedSink()
    let recorder = try makeRecorder(flaw, ManualClock())
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.record(.add(1), into: &state) { state, action in
      flaw.room = 0
      _ = Inputs().uuid()
      recorder.close()
      flaw.room = nil
      Counter.reduce(&state, action)
    }
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(state.count == 3)
    #expect(recorder.failure != nil)
    let log = try Log(checked: "closed", bytes: flaw.log.bytes)
    #expect(log.isComplete)
    #expect(try log.lines().map(\.kind) == [.session, .keyframe, .action, .gap, .end])
  }

  private func makeRecorder(
    _ sink: any LogSink, _ clock: ManualClock,
    onFailure: (@Sendable (RecorderFailure) -> Void)? = nil
  ) throws -> Recorder<Counter.Action, Counter> {
    try Recorder(
      sink: sink, app: "Counter",
      configuration: .init(clock: clock.recorderClock, sessionID: "1", onFailure: onFailure))
  }

  /// The lines after the session line.
  private func lines(of log: LogBuffer) throws -> [String] {
    linesWithoutStatistics(of: log).dropFirst().map(\.self)
  }
}

/// A log in memory with limited space, which keeps as much of an append as fits.
private final class FlawedSink: LogSink {
  let log = LogBuffer()
  private let state = Locked<(room: Int?, tries: Int)>((nil, 0))

  var room: Int? {
    get { state.withLock(\.room) }
    set { state.withLock { $0.room = newValue } }
  }

  /// The number of appends that did not fit.
  var triesInTrouble: Int { state.withLock(\.tries) }

  func append(_ bytes: [UInt8]) throws(LogError) {
    let taken = state.withLock { state in
      let taken = min(bytes.count, state.room ?? bytes.count)
      if taken < bytes.count { state.tries += 1 }
      return taken
    }
    log.append(Array(bytes.prefix(taken)))
    guard taken == bytes.count else {
      throw LogError(.system(operation: "write", code: 28), log: "full")
    }
  }

  func truncate(to byteCount: Int) -> Int { log.truncate(to: byteCount) }
}

private struct Fragile: Encodable {
  var level = 0.0

  struct Broken: Error {}

  func encode(to encoder: any Encoder) throws {
    guard level >= 0 else { throw Broken() }
    try level.encode(to: encoder)
  }
}
