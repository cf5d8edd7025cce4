import Foundation
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
