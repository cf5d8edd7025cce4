import Foundation
import RexLocking
import RexLog
import TestSupport
import Testing

@testable import RexRecorder

/// Reentrant calls of the app: recording in a reducer, and calls in `onFailure`.
@Suite struct NestingTests {
  @Test(arguments: [RecorderDetail.changes, .actions()], [false, true])
  func aNestedActionMakesTheOuterOneInexact(
    _ detail: RecorderDetail, inBackground: Bool
  ) throws {
    let buffer = LogBuffer()
    let recorder = try Recorder<Counter.Action, Counter>(
      sink: buffer, app: "Counter", diffing: inBackground ? .inBackground : .inline,
      configuration: RecorderConfiguration(detail: detail))
    var (state, other) = (Counter(), Counter())
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.record(.add(10), into: &state) { state, action in
      Counter.reduce(&state, action)
      recorder.record(.add(100), into: &other, reduce: Counter.reduce)
    }
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.close()
    #expect((state.count, other.count) == (12, 100))
    #expect(recorder.statistics.nestedCount == 1)
    #expect(recorder.statistics.actionCount == 3)
    let log = try Log(checked: "log", bytes: buffer.bytes)
    #expect(try log.lines().filter(\.isAction).map(\.isExact) == [true, false, true])
    #expect(log.lastSeq == 3)
  }

  /// Each of three threads is in a reducer, and records into the next one's recorder.
  @Test(arguments: [2, 3]) func recordersThatWouldWaitForEachOtherGoOn(_ count: Int) throws {
    let failures = Locked<[String]>([])
    let logs = (0..<count).map { _ in LogBuffer() }
    let recorders = try logs.map { log in
      try Recorder<Counter.Action, Counter>(
        sink: log, app: "Counter",
        configuration: .init(onFailure: { error in failures.withLock { $0.append("\(error)") } }))
    }
    let inReducer = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let sums = Locked([0, 0])
    let threads = (0..<count).map { index in
      Thread {
        var (state, other) = (Counter(), Counter())
        recorders[index].record(.add(1), into: &state) { state, action in
          inReducer.signal()
          go.wait()
          Counter.reduce(&state, action)
          recorders[(index + 1) % count].record(.add(10), into: &other, reduce: Counter.reduce)
        }
        let sum = [state.count, other.count]
        sums.withLock { $0 = [$0[0] + sum[0], $0[1] + sum[1]] }
      }
    }
    for thread in threads { thread.start() }
    for _ in threads { inReducer.wait() }
    for _ in threads { go.signal() }
    while !threads.allSatisfy(\.isFinished) { Thread.sleep(forTimeInterval: 0.001) }
    for recorder in recorders { recorder.close() }
    #expect(sums.withLock { $0 } == [count, 10 * count])
    let counts = try logs.map {
      try Log(checked: "log", bytes: $0.bytes).lines().count(where: \.isAction)
    }
    #expect(counts.reduce(0, +) >= 2 * count - 1)
    #expect(
      failures.withLock { $0 } == [
        """
        the log cannot be written: -: cannot wait for another recorder: Resource deadlock avoided; \
        the reducers of two recorders record into each other; dispatch after the reducer instead
        """
      ])
  }

  @Test func anotherThreadRecordsDuringOnFailure() throws {
    let recorded = DispatchSemaphore(value: 0)
    let told = Told()
    let recorder = try Recorder<Counter.Action, Counter>(
      sink: Full(), app: "Counter",
      configuration: RecorderConfiguration(onFailure: { _ in
        Thread.detachNewThread {
          told.recorder?.mark("from another thread")
          recorded.signal()
        }
        told.waited = recorded.wait(timeout: .now() + 20)
      }))
    told.recorder = recorder
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(told.waited == .success)
    #expect(state.count == 1)
    told.recorder = nil
  }
}

private final class Told: @unchecked Sendable {
  // Unchecked because the test's semaphore orders all accesses.
  var recorder: Recorder<Counter.Action, Counter>?
  var waited: DispatchTimeoutResult?
}

/// Accepts the session line and nothing more.
private final class Full: LogSink {
  func append(_ bytes: [UInt8]) throws(LogError) {
    guard bytes.starts(with: #"{"kind":"session""#.utf8) else {
      throw LogError(.system(operation: "write", code: 28), log: "full")
    }
  }
}
