import Foundation
import RexDiff
import RexLocking
import RexLog
import RexRecorder
import TestSupport
import Testing

/// A durable log is flushed in the background, and only as needed.
@Suite struct DurabilityTests {
  private typealias CounterRecorder = Recorder<Counter.Action, Counter>

  @Test func flushesRunOnlyAfterAWriteAndNeverOnTheRecordingThread() throws {
    let (sink, flushes) = (FlushedSink(), PendingFlushes())
    let recorder = try makeRecorder(sink, flushes)
    var state = Counter()
    for _ in 0..<10 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    #expect(sink.flushCount == 0)
    flushes.run()
    #expect(sink.flushCount == 1)
    #expect(sink.flushedByteCount == sink.log.bytes.count)
    flushes.run()
    #expect(sink.flushCount == 1, "nothing was written since")
    recorder.mark("here")
    flushes.run()
    #expect(sink.flushCount == 2)
  }

  @Test func anActionCanBeFlushedWhileItsReducerRuns() throws {
    let (sink, flushes) = (FlushedSink(), PendingFlushes())
    let recorder = try makeRecorder(sink, flushes)
    var state = Counter()
    recorder.record(.add(1), into: &state) { _, _ in
      flushes.run()
      #expect(sink.flushedByteCount == sink.log.bytes.count)
    }
  }

  @Test(arguments: [-1 as Int64, .min, .max])
  func anyIntervalIsUsable(seconds: Int64) throws {
    let (sink, delaysMs) = (FlushedSink(), Locked<[Int]>([]))
    var configuration = RecorderConfiguration(durability: .power(every: .seconds(seconds)))
    configuration.flushSchedule = { delayMs, _ in delaysMs.withLock { $0.append(delayMs) } }
    let recorder = try CounterRecorder(sink: sink, app: "Counter", configuration: configuration)
    recorder.start(from: Counter())
    #expect(delaysMs.withLock(\.first) == (seconds < 0 ? 0 : 86_400_000))
  }

  @Test func closingWaitsForTheDisk() throws {
    let (sink, flushes) = (FlushedSink(), PendingFlushes())
    let recorder = try makeRecorder(sink, flushes)
    recorder.start(from: Counter())
    recorder.close()
    #expect(sink.flushedByteCount == sink.log.bytes.count)
    #expect(recorder.failure == nil)
  }

  @Test func aFailedFlushIsAFailure() throws {
    let (sink, flushes, clock) = (FlushedSink(), PendingFlushes(), ManualClock())
    let failures = Locked(0)
    let recorder = try makeRecorder(sink, flushes, clock) { _ in failures.withLock { $0 += 1 } }
    var state = Counter()
    func add() { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    add()
    sink.isBroken = true
    flushes.run()
    for _ in 0..<3 { add() }
    #expect(recorder.failure != nil)
    for _ in 0..<3 {
      clock.advance(byMs: 10_000)
      flushes.run()
      add()
    }
    #expect(failures.withLock { $0 } == 1)
    sink.isBroken = false
    flushes.run()
    clock.advance(byMs: 10_000)
    add()
    #expect(recorder.failure == nil)
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.log.bytes)
    let gaps = try log.entries().filter { if case .gap = $0 { true } else { false } }
    #expect(gaps.count == 1)
    #expect(
      gaps[0]
        == .gap(LogGap(from: 2, to: 7, reason: "flush failed with errno 5")))
    #expect(log.isComplete && log.lastSeq == 8)
  }

  @Test func aFailedFlushAtTheEndIsReported() throws {
    let (sink, flushes) = (FlushedSink(), PendingFlushes())
    let failures = Locked(0)
    let recorder = try makeRecorder(sink, flushes) { _ in failures.withLock { $0 += 1 } }
    recorder.start(from: Counter())
    sink.isBroken = true
    recorder.close()
    #expect(recorder.failure != nil)
    #expect(failures.withLock { $0 } == 1)
  }

  @Test func aRequestedFlushThatFailsIsRetried() throws {
    let (sink, flushes, clock) = (FlushedSink(), PendingFlushes(), ManualClock())
    let failures = Locked(0)
    let recorder = try makeRecorder(sink, flushes, clock) { _ in failures.withLock { $0 += 1 } }
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    sink.isBroken = true
    recorder.flush()
    sink.isBroken = false
    flushes.run()
    for _ in 0..<3 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    #expect(recorder.failure == nil && failures.withLock { $0 } == 0, "nothing was lost")
    sink.isBroken = true
    recorder.flush()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(recorder.failure != nil && failures.withLock { $0 } == 1)
  }

  @Test func aSinkThatCannotFlushIsAFailure() throws {
    let flushes = PendingFlushes()
    let recorder = try makeRecorder(LogBuffer(), flushes)
    recorder.start(from: Counter())
    flushes.run()
    recorder.mark("here")
    #expect(recorder.failure != nil)
  }

  @Test func aRingDeletesASegmentOnlyIfEnoughIsFlushed() throws {
    let files = SimulatedFiles(.init(), random: .init(seed: 1))
    let flushes = PendingFlushes()
    var configuration = RecorderConfiguration(
      clock: ManualClock().recorderClock, durability: .power(every: .milliseconds(10)))
    configuration.flushSchedule = flushes.schedule
    let recorder = try CounterRecorder(
      folder: SegmentFolder("ring", on: files), app: "Counter",
      segments: .init(each: .bytes(1000), keep: .bytes(5000)), encoding: .encodable(),
      configuration: configuration)
    var state = Counter()
    var flushedMax = 0
    for index in 0..<2000 {
      recorder.record(.add(1), into: &state, reduce: Counter.reduce)
      if index % 97 == 0 { flushes.run() }
      flushedMax = max(flushedMax, files.flushedByteCount)
      #expect(files.flushedByteCount >= min(flushedMax, 5000))
    }
    #expect(files.names(in: "ring").count < 30)
  }

  @Test func segmentsOnTheSystemsDiskAreFlushed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let recorder = try CounterRecorder(
      folder: folder, app: "Counter", segments: .init(each: .bytes(1000)),
      configuration: .init(durability: .power(every: .milliseconds(0))))
    var state = Counter()
    for _ in 0..<50 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    recorder.close()
    #expect(recorder.failure == nil)
    #expect(try Log(checkedPath: folder).lastSeq == 50)
  }

  private func makeRecorder(
    _ sink: any LogSink, _ flushes: PendingFlushes, _ clock: ManualClock = ManualClock(),
    onFailure: (@Sendable (RecorderFailure) -> Void)? = nil
  ) throws -> CounterRecorder {
    var configuration = RecorderConfiguration(
      clock: clock.recorderClock, durability: .power(every: .milliseconds(10)),
      onFailure: onFailure)
    configuration.flushSchedule = flushes.schedule
    return try CounterRecorder(sink: sink, app: "Counter", configuration: configuration)
  }
}

/// A log in memory that counts its flushes.
private final class FlushedSink: LogSink {
  let log = LogBuffer()
  private let state = Locked<(flushCount: Int, byteCount: Int, isBroken: Bool)>((0, 0, false))

  var flushCount: Int { state.withLock(\.flushCount) }
  var flushedByteCount: Int { state.withLock(\.byteCount) }
  var isBroken: Bool {
    get { state.withLock(\.isBroken) }
    set { state.withLock { $0.isBroken = newValue } }
  }

  func append(_ bytes: [UInt8]) { log.append(bytes) }

  func truncate(to byteCount: Int) -> Int { log.truncate(to: byteCount) }

  func sync() throws(LogError) {
    let isBroken = state.withLock { state in
      if !state.isBroken {
        (state.flushCount, state.byteCount) = (state.flushCount + 1, log.bytes.count)
      }
      return state.isBroken
    }
    if isBroken { throw LogError(.system(operation: "flush", code: 5), log: "disk") }
  }
}
