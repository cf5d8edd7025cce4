import RexJSON
import RexLog
import RexRecorder
import RexTimeline
import TestSupport
import Testing

/// Wherever the process dies, between two segments too, nothing that was written is lost.
@Suite struct SegmentCrashTests {
  @Test func afterAnyByte() throws {
    let whole = try record { _ in }
    #expect(whole.log?.fileNames.count == 2, "the ring has deleted")
    for byteCount in 0..<whole.files.writtenByteCount {
      try check(record { $0.crashByteCount = byteCount }, "after \(byteCount) bytes")
    }
  }

  @Test func atAnyCall() throws {
    let whole = try record { _ in }
    for call in 0..<whole.files.callCount {
      try check(record { $0.crashCall = call }, "at call \(call)")
    }
  }

  private struct Outcome {
    var files: SimulatedFiles
    /// How many actions were recorded before the process died.
    var recordedCount: Int
    var log: Log?
  }

  private func check(_ outcome: Outcome, _ place: Comment) throws {
    guard let log = outcome.log else {
      #expect(outcome.recordedCount == 0, place)
      return
    }
    let seqs = log.lines.filter(\.isAction).map(\.seq)
    #expect(seqs == Array(log.session.after..<log.lastSeq).map { $0 + 1 }, place)
    #expect((outcome.recordedCount...outcome.recordedCount + 1).contains(log.lastSeq), place)
    guard log.lines.contains(where: { $0.kind == .keyframe }) else { return }
    var timeline = Timeline(log)
    #expect(try timeline.state(at: log.lastSeq)["count"]?.number?.exactly() == log.lastSeq, place)
  }

  /// Records twelve actions into a ring of short segments.
  private func record(_ setUp: (inout SimulatedFiles.Mishaps) -> Void) throws -> Outcome {
    var mishaps = SimulatedFiles.Mishaps()
    setUp(&mishaps)
    let files = SimulatedFiles(mishaps, random: .init(seed: 1))
    let recorder = try? Recorder<Counter.Action, Counter>(
      folder: SegmentFolder("ring", on: files), app: "Counter",
      segments: .init(each: .bytes(1), keep: .bytes(500)),
      configuration: .init(clock: ManualClock().recorderClock, sessionID: "1"))
    var state = Counter()
    var recordedCount = 0
    for _ in 0..<12 {
      recorder?.record(.add(1), into: &state, reduce: Counter.reduce)
      if recorder != nil, !files.isCrashed { recordedCount += 1 }
    }
    let segments = files.names(in: "ring")
      .map { ($0, files.contents(at: "ring/\($0)") ?? []) }
    let isBegun = segments.contains { $0.1.contains(UInt8(ascii: "\n")) }
    return Outcome(
      files: files, recordedCount: recordedCount,
      log: isBegun ? try Log(name: "ring", segments: segments) : nil)
  }
}
