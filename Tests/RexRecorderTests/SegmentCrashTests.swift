import RexDiff
import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// After a crash at any point, even between two segments, nothing that was written is lost.
@Suite struct SegmentCrashTests {
  @Test(arguments: [RecorderDetail.changes, .actions()])
  func aCrashAfterAnyByteLosesNothing(_ detail: RecorderDetail) throws {
    let whole = try record(detail) { _ in }
    #expect(whole.log?.session.after ?? 0 > 0, "the ring has deleted")
    let step = tries(17, gate: 4, long: 1)
    for byteCount in stride(from: 0, to: whole.files.writtenByteCount, by: step) {
      try check(record(detail) { $0.crashByteCount = byteCount }, "after \(byteCount) bytes")
    }
  }

  @Test(arguments: [RecorderDetail.changes, .actions()])
  func aCrashAtAnyCallLosesNothing(_ detail: RecorderDetail) throws {
    let whole = try record(detail) { _ in }
    for call in 0..<whole.files.callCount {
      try check(record(detail) { $0.crashCall = call }, "at call \(call)")
    }
  }

  @Test(arguments: [RecorderDetail.changes, .actions()], [0, 7])
  func theLogIsCorrectIfAnyOneCallFails(_ detail: RecorderDetail, writtenByteCount: Int) throws {
    let whole = try record(detail, closing: true) { _ in }
    for call in 0..<whole.files.callCount {
      let outcome = try record(detail, closing: true) {
        ($0.failingCall, $0.failingByteCount) = (call, writtenByteCount)
      }
      guard let log = outcome.log else { continue }
      let lines = try log.lines()
      let seqs = lines.filter { $0.isAction || $0.kind == .gap }.map(\.seq)
      #expect(seqs == seqs.sorted() && log.lastSeq >= 12, "call \(call)")
      // The end is not tried again, and the last actions may be lost although it was written.
      let isWhole = log.isComplete && lines.dropLast().last?.kind != .gap
      #expect(isWhole != outcome.isInTrouble, "call \(call)")
      #expect(try counter.verify(log).verdict != .diverged, "call \(call)")
    }
  }

  /// After a call fails, the log ends in a torn line only where an ending is deferred.
  @Test(arguments: [RecorderDetail.changes, .actions()], [0, 7])
  func noFailureLeavesATornLine(_ detail: RecorderDetail, writtenByteCount: Int) throws {
    let whole = try record(detail) { _ in }
    for call in 0..<whole.files.callCount {
      let outcome = try record(detail) {
        ($0.failingCall, $0.failingByteCount) = (call, writtenByteCount)
      }
      guard let log = outcome.log, case .torn = log.ending else { continue }
      #expect(detail != .changes && log.unfinished?.doubt == .deferredEnding, "call \(call)")
    }
  }

  private struct Outcome {
    var files: SimulatedFiles
    /// The number of actions recorded before the process died.
    var recordedCount: Int
    var log: Log?
    var detail: RecorderDetail
    /// Whether the recorder reports that the log is incomplete, or lacks the last actions.
    var isInTrouble: Bool
  }

  private func check(_ outcome: Outcome, _ place: Comment) throws {
    guard let log = outcome.log else {
      #expect(outcome.recordedCount == 0, place)
      return
    }
    let seqs = try log.lines().filter(\.isAction).map(\.seq)
    #expect(seqs == Array(log.session.after..<log.lastSeq).map { $0 + 1 }, place)
    // The ending of the last of them may be deferred, or one more action may be in the log.
    let held = outcome.detail == .changes ? 0 : 1
    #expect((outcome.recordedCount - held...outcome.recordedCount + 1).contains(log.lastSeq), place)
    guard try log.lines().contains(where: { $0.kind == .keyframe }) else { return }
    var timeline = Timeline(try counter.backfilling(log))
    #expect(try timeline.state(at: log.lastSeq)["count"]?.number?.exactly() == log.lastSeq, place)
  }

  /// Records twelve actions into a ring of short segments.
  private func record(
    _ detail: RecorderDetail, closing isClosing: Bool = false,
    _ setUp: (inout SimulatedFiles.Mishaps) -> Void
  ) throws -> Outcome {
    var mishaps = SimulatedFiles.Mishaps()
    setUp(&mishaps)
    let files = SimulatedFiles(mishaps, random: .init(seed: 1))
    let clock = ManualClock()
    var configuration = RecorderConfiguration(
      clock: clock.recorderClock, sessionID: "1", detail: detail, onFailure: nil)
    configuration.flushSchedule = PendingFlushes().schedule
    let recorder = try? Recorder<Counter.Action, Counter>(
      folder: SegmentFolder("ring", on: files), app: "Counter",
      segments: .init(each: .bytes(1), keep: .bytes(500)),
      encoding: .encodable(), configuration: configuration)
    var state = Counter()
    var recordedCount = 0
    for _ in 0..<12 {
      recorder?.record(.add(1), into: &state, reduce: Counter.reduce)
      if recorder != nil, !files.isCrashed { recordedCount += 1 }
    }
    if isClosing {
      clock.advance(byMs: 60_000)
      recorder?.record(.add(1), into: &state, reduce: Counter.reduce)
      recorder?.close()
    }
    let segments = files.names(in: "ring")
      .map { ($0, files.contents(at: "ring/\($0)") ?? []) }
    let isBegun = segments.contains { $0.1.contains(UInt8(ascii: "\n")) }
    return Outcome(
      files: files, recordedCount: recordedCount,
      log: isBegun ? try Log(checked: "ring", segments: segments) : nil, detail: detail,
      isInTrouble: recorder?.failure != nil)
  }
}

private let counter = Replayer(
  ReplayableApp(name: "Counter") { (action: Counter.Action, state: inout Counter) in
    Counter.reduce(&state, action)
  })
