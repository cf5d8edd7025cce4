import RexDiff
import RexJSON
import RexLog
import TestSupport
import Testing

@testable import RexTimeline

@Suite struct TimelineTests {
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func seekingFromAnyFrameGivesTheSameState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (log, states) = try randomLog(actionCount: 60, &random)
    var timeline = Timeline(log)
    for _ in 0..<300 {
      let seq = Int.random(in: 0...60, using: &random)
      let state = try timeline.state(at: seq)
      #expect(state == states[seq], "frame \(seq), seed \(seed)")
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func steppingGivesEachFrameItsActionAndState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (log, states) = try randomLog(actionCount: 120, &random)
    var timeline = Timeline(log)
    var seq = 0
    for _ in 0..<400 {
      let isJump = Int.random(in: 0..<20, using: &random) == 0
      let step = Int.random(in: isJump ? -120...120 : -2...2, using: &random)
      seq = min(max(seq + step, 0), 120)
      let frame = try timeline.frame(at: seq)
      #expect(frame.state == states[seq], "frame \(seq), seed \(seed)")
      #expect(try frame.action == Timeline(log).action(at: seq), "frame \(seq), seed \(seed)")
    }
  }

  /// Further back it would lose the state, and start over at a keyframe.
  @Test func aCursorStepsBackOnlyOverItsSteps() throws {
    let log = try HandmadeLog([HandmadeLog.keyframe(0)]).log()
    let position = try #require(try log.keyframe(atOrBefore: 0))
    let cursor = StateCursor(seq: 5, state: [:], position: position)
    #expect((3...6).map(cursor.canStepBack) == [false, false, true, false])
  }

  @Test func framesInAGapAreLostAndLaterOnesAreKnown() throws {
    let log = try Log(
      name: "every-kind", bytes: Fixture.bytes("logs/v1/every-kind.jsonl"))
    var timeline = Timeline(log)
    #expect(try timeline.frame(at: 2).action?.type == "reload")
    #expect(try timeline.frame(at: 4).state == ["n": 9])
    #expect(try timeline.frame(at: 1).state == ["n": 1])
    #expect(throws: LogError.self) { try timeline.frame(at: 3) }
    #expect(throws: LogError.self) { try timeline.frame(at: 5) }
  }

  @Test func theFramesNextToAGapAreTheNearestKnownOnes() throws {
    let (before, after) = (
      [HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: "[]")],
      [HandmadeLog.keyframe(4), HandmadeLog.action(5, patch: "[]")]
    )
    let first = HandmadeLog.session(segment: 1)
    let length = HandmadeLog(before, session: first).bytes.count
    // After the second note, the gap's line is the last one of a block of the log's index.
    let notes = [0, (1 << 14) - length - 27].map {
      #"{"kind":"note","text":"\#(String(repeating: "x", count: $0))"}"#
    }
    let logs =
      [HandmadeLog(before + [HandmadeLog.session(after: 4, segment: 3)] + after, session: first)]
      + notes.map { HandmadeLog(before + [$0, HandmadeLog.gap(2, 4)] + after, session: first) }
    for (number, log) in logs.enumerated() {
      let timeline = Timeline(try log.log())
      for (seq, nearest) in [(0, 0), (1, 1), (2, 1), (3, 1), (4, 4), (5, 5), (6, 5)] {
        #expect(try timeline.seq(nearest: seq, step: -1) == nearest, "log \(number), \(seq)")
        let next = (2...3).contains(seq) ? 4 : nearest
        #expect(try timeline.seq(nearest: seq, step: 1) == next, "log \(number), \(seq)")
      }
    }
  }

  @Test func aPatchThatDoesNotFitIsAnErrorAtItsLine() throws {
    let text = #"""
      {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":{}}
      {"kind":"action","seq":1,"timeMs":1,"type":"a","action":1,"tookMs":0,"patch":[]}
      {"kind":"action","seq":2,"timeMs":1,"type":"a","action":1,"tookMs":0,\#
      "patch":[{"op":"remove","path":"/x"}]}

      """#
    var timeline = Timeline(try Log(name: "bad", bytes: Array(text.utf8)))
    let error = try #require(throws: LogError.self) { try timeline.state(at: 2) }
    guard case .patchDoesNotFit = error.kind else {
      Issue.record("unexpected \(error)")
      return
    }
    #expect(error.log == "bad" && error.location.line == 4)
    #expect(try timeline.state(at: 1) == [:])
  }
}

/// A log of random documents with keyframes at random, and the documents.
private func randomLog(
  actionCount: Int, _ random: inout SeededGenerator
) throws -> (Log, states: [JSON]) {
  var states = [random.document()]
  var bytes: [UInt8] = []
  LogEntry.session(LogSession(id: "1", startedAt: "now", app: .init(name: "Random")))
    .write(into: &bytes)
  LogEntry.keyframe(LogKeyframe(seq: 0, timeMs: 0, state: states[0])).write(into: &bytes)
  for seq in 1...actionCount {
    let next = Bool.random(using: &random) ? states[seq - 1] : random.document()
    let patch = JSONPatch(from: states[seq - 1], to: next)
    LogEntry.action(
      LogAction(
        seq: seq, timeMs: Double(seq), type: "change", payload: .action(.null),
        result: .init(tookMs: 0, patch: patch))
    ).write(into: &bytes)
    states.append(next)
    guard Int.random(in: 0..<10, using: &random) == 0 else { continue }
    LogEntry.keyframe(LogKeyframe(seq: seq, timeMs: Double(seq), state: next)).write(into: &bytes)
  }
  return (try Log(checked: "random", bytes: bytes), states)
}
