import Foundation
import RexJSON
import RexLocking
import RexLog
import RexTimeline
import TestSupport
import Testing

@testable import RexRecorder

/// Payloads, patches and strings that are left out are described in the log; states stay exact.
@Suite struct BoundsTests {
  @Test func aFilteredActionKeepsItsPatch() throws {
    let filters: [PayloadFilter] = [
      .denying("ad*"), .allowing("re*t", "sub*"),
      PayloadFilter { type, action in
        if case .add(let count)? = action as? Counter.Action { count != 2 } else { type == "reset" }
      },
    ]
    for filter in filters {
      let sink = LogBuffer()
      let recorder = try makeRecorder(sink) { $0.payloads = filter }
      try play(recorder)
      let actions = try actions(in: sink)
      #expect(actions.map(\.type) == ["add", "reset", "add"])
      #expect(actions[0].payload == .opaque("left out by a filter"))
      #expect(actions[1].payload == .action(["reset": [:]]))
      #expect(try finalState(sink) == ["count": 2])
      #expect(recorder.statistics.opaqueCount == 2)
    }
  }

  @Test(arguments: [
    ("", "", true), ("*", "", true), ("*", "news.loaded", true), ("news.*", "news.", true),
    ("news.*", "news", false), ("*.loaded", "news.loaded", true), ("a*b*c", "abcbc", true),
    ("a*b*c", "abcb", false), ("news", "newsletter", false), ("**", "x", true),
  ])
  func aStarMatchesAnyCharacters(pattern: String, type: String, matches: Bool) {
    #expect(PayloadFilter.allowing(pattern).shows(type, { type }, 0) == matches)
  }

  @Test func anActionThatIsTooLargeIsDescribedByItsSizeAndFingerprint() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink) { $0.actionBytesMax = 12 }
    try play(recorder)
    let actions = try actions(in: sink)
    #expect(actions[0].payload == .opaque("16 bytes, more than 12"))
    #expect(
      actions[0].actionLeftOut == LogLeftOut(byteCount: 16, fingerprint: "5a9a2baf33e86483"))
    #expect(actions[0].actionLeftOut == actions[2].actionLeftOut)
    #expect(actions[1].payload == .action(["reset": [:]]))
    #expect(try finalState(sink) == ["count": 2])
  }

  @Test func aPauseIsAGapAndAKeyframe() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink) { _ in }
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.pause()
    for _ in 0..<3 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    recorder.mark("not seen")
    recorder.resume()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(
      try log.lines().map(\.kind) == [.session, .keyframe, .action, .gap, .keyframe, .action, .end])
    #expect(try log.entries()[3] == .gap(LogGap(from: 2, to: 4, reason: "paused")))
    #expect(try finalState(sink) == ["count": 5])
    let statistics = recorder.statistics
    #expect(statistics.actionCount == 2)
    #expect(statistics.gapCount == 1)
    #expect(statistics.lostCount == 3)
    #expect(statistics.byteCount == sink.bytes.count)
  }

  @Test func aPauseInAReducerBeginsAfterItsAction() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink) { _ in }
    var state = Counter()
    for mayResume in [false, true] {
      recorder.record(.add(1), into: &state) { state, action in
        recorder.pause()
        if mayResume { recorder.resume() }
        Counter.reduce(&state, action)
      }
      recorder.record(.add(1), into: &state, reduce: Counter.reduce)
      recorder.resume()
    }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(
      try log.lines().map(\.kind)
        == [.session, .keyframe, .action, .gap, .keyframe, .action, .action, .end])
    #expect(try finalState(sink) == ["count": 4])
  }

  @Test func aPauseWithoutActionsWritesNothing() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink) { _ in }
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.pause()
    recorder.resume()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.pause()
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(try log.lines().map(\.kind) == [.session, .keyframe, .action, .action, .end])
  }

  @Test func aPauseWorksIfTheSinkCannotTruncate() throws {
    let clock = ManualClock()
    let recorder = try Recorder<Counter.Action, Counter>(
      sink: SlowSink(clock: clock), app: "Counter",
      configuration: .init(clock: clock.recorderClock))
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.pause()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.resume()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(recorder.failure == nil)
    #expect(recorder.statistics.actionCount == 2)
  }

  @Test func theRecordersOwnTimeExcludesTheReducers() throws {
    let clock = ManualClock()
    let recorder = try Recorder<Counter.Action, Counter>(
      sink: SlowSink(clock: clock), app: "Counter",
      configuration: .init(clock: clock.recorderClock))
    var state = Counter()
    recorder.start(from: state)
    for _ in 0..<100 {
      recorder.record(.add(1), into: &state) { state, action in
        clock.advance(byMs: 4)
        recorder.mark("inside, written behind the line")
        clock.advance(byMs: 4)
        Counter.reduce(&state, action)
      }
    }
    let statistics = recorder.statistics
    #expect(statistics.reducersMs == 800)
    #expect(statistics.ownMs == 302, "three writes for each action, two for keyframes")
    #expect(statistics.ownShare == 302.0 / 800)
    #expect((3.0...3.6).contains(statistics.ownMsP50))
    #expect((3.0...3.6).contains(statistics.ownMsP99))
  }

  private func makeRecorder(
    _ sink: LogBuffer, _ change: (inout RecorderConfiguration) -> Void
  ) throws -> Recorder<Counter.Action, Counter> {
    var configuration = RecorderConfiguration(clock: .ticking(), sessionID: "1")
    change(&configuration)
    return try Recorder(sink: sink, app: "Counter", configuration: configuration)
  }

  private func play(_ recorder: Recorder<Counter.Action, Counter>) throws {
    var state = Counter()
    recorder.record(.add(2), into: &state, reduce: Counter.reduce)
    recorder.record(.reset, into: &state, reduce: Counter.reduce)
    recorder.mark("a secret", data: ["secret": 1])
    recorder.record(.add(2), into: &state, reduce: Counter.reduce)
    recorder.close()
  }

  private func finalState(_ sink: LogBuffer) throws -> JSON {
    let log = try Log(checked: "log", bytes: sink.bytes)
    var timeline = Timeline(log)
    return try timeline.state(at: log.lastSeq)
  }
}

/// A sink whose writes each take a millisecond.
private struct SlowSink: LogSink {
  let clock: ManualClock

  func append(_ bytes: [UInt8]) { clock.advance(byMs: 1) }
}
