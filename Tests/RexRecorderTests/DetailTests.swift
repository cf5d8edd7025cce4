import Foundation
import RexJSON
import RexLocking
import RexLog
import RexReplayer
import RexTimeline
import TestSupport
import Testing

@testable import RexRecorder

/// What a log of each level of detail contains, and that its states are correct.
@Suite struct DetailTests {
  @Test func aLogOfActionsContainsOnlyTheInitialState() throws {
    let sink = LogBuffer()
    let recorder: CounterRecorder = try makeRecorder(sink) { $0.detail = .actions() }
    var state = Counter()
    recorder.record(.add(2), into: &state, reduce: Counter.reduce)
    recorder.record(.reset, into: &state, reduce: Counter.reduce)
    recorder.close()
    #expect(
      try lines(of: sink) == [
        #"{"kind":"keyframe","seq":0,"timeMs":0,"state":{"count":0}}"#,
        #"{"kind":"action","seq":1,"timeMs":0,"type":"add","action":{"add":{"_0":2}},"#
          + #""tookMs":0,"patch":null}"#,
        #"{"kind":"action","seq":2,"timeMs":0,"type":"reset","action":{"reset":{}},"#
          + #""tookMs":0,"patch":null}"#,
        #"{"kind":"end","seq":2,"timeMs":0,"reason":"closed"}"#,
      ])
  }

  @Test func theDetailChangesWithTheNextActionAndAKeyframeComesBeforeChanges() throws {
    let sink = LogBuffer()
    let recorder: CounterRecorder = try makeRecorder(sink) { _ in }
    var state = Counter()
    recorder.record(.add(1), into: &state) { state, action in
      recorder.detail = .actions()
      Counter.reduce(&state, action)
    }
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.detail = .changes
    #expect(recorder.detail == .changes)
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(
      try shape(of: sink) == [
        "keyframe 0", "add 1 told", "add 2 untold", "keyframe 2", "add 3 told",
      ])
  }

  @Test func anActionThatNeedsAPatchHasOne() throws {
    let sink = LogBuffer()
    let recorder: CounterRecorder = try makeRecorder(sink) {
      ($0.detail, $0.payloads) = (.actions(), .denying("reset"))
    }
    var state = Counter()
    for action in [.add(1), .reset, .add(1), .reset] as [Counter.Action] {
      recorder.record(action, into: &state, reduce: Counter.reduce)
    }
    #expect(
      try shape(of: sink) == [
        "keyframe 0", "add 1 untold", "keyframe 1", "reset 2 told", "add 3 told", "reset 4 told",
      ])
    for _ in 0..<300 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    recorder.flush()
    let shape = try shape(of: sink)
    #expect(shape.last == "add 304 untold", "once a keyframe was due, actions alone are told again")
    #expect(shape.count { $0.hasPrefix("keyframe") } == 3)
  }

  @Test func aStateThatIsSetFromOutsideIsRecordedAsAKeyframe() throws {
    let sink = LogBuffer()
    let recorder: CounterRecorder = try makeRecorder(sink) { $0.detail = .actions() }
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    state.count = 70
    recorder.recordReplacement(by: state)
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.flush()
    #expect(
      try shape(of: sink) == [
        "keyframe 0", "add 1 untold", "replaceState 2 untold", "keyframe 2", "add 3 untold",
      ])
    let log = try Log(checked: "log", bytes: sink.bytes)
    var timeline = Timeline(try counter.backfilling(log))
    #expect(try (0...3).map { try timeline.state(at: $0)["count"] } == [0, 1, 70, 71])
  }

  @Test func keyframesAreSpacedByActionsAndByBytes() throws {
    for (every, expected) in [(500, [0, 500, 1000]), (1, [0, 162, 323])] {
      let sink = LogBuffer()
      let recorder: CounterRecorder = try makeRecorder(sink) {
        $0.detail = .actions(keyframeEvery: every)
      }
      var state = Counter()
      for _ in 0..<1000 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
      let log = try Log(checked: "log", bytes: sink.bytes)
      let seqs = try log.lines().filter { $0.kind == .keyframe }.map(\.seq)
      #expect(Array(seqs.prefix(3)) == expected)
      #expect(try counter.verify(log).verdict == .verified)
    }
  }

  @Test func aChangeFromOutsideIsNoticedAtTheNextKeyframe() throws {
    let sink = LogBuffer()
    let recorder: CounterRecorder = try makeRecorder(sink) { $0.detail = .actions() }
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    state.count += 5
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.detail = .changes
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    let divergence = try counter.verify(Log(name: "log", bytes: sink.bytes)).divergences.first
    #expect((divergence?.after, divergence?.seq) == (0, 2))
    #expect((divergence?.recorded, divergence?.reduced) == (7, 2))
  }

  @Test(arguments: [-1, 0, 1])
  func aPatchOverItsLimitIsLeftOutAndAKeyframeFollows(offset: Int) throws {
    let patch = #"[{"op":"replace","path":"/count","value":1}]"#
    let sink = LogBuffer()
    let recorder: CounterRecorder = try makeRecorder(sink) {
      $0.patchBytesMax = patch.utf8.count + offset
    }
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.record(.add(0), into: &state, reduce: Counter.reduce)
    let lines = try lines(of: sink)
    let start =
      #"{"kind":"action","seq":1,"timeMs":0,"type":"add","action":{"add":{"_0":1}},"tookMs":0"#
    let second =
      #"{"kind":"action","seq":2,"timeMs":0,"type":"add","action":{"add":{"_0":0}},"#
      + #""tookMs":0,"patch":[]}"#
    let fingerprint = Array(patch.utf8).fingerprint
    let leftOut = #","patch":null,"leftOut":{"bytes":44,"fingerprint":"\#(fingerprint)"}}"#
    let expected =
      offset < 0
      ? [
        start + leftOut,
        #"{"kind":"keyframe","seq":1,"timeMs":0,"state":{"count":1}}"#, second,
      ] : [start + #","patch":\#(patch)}"#, second]
    #expect(Array(lines.dropFirst()) == expected)
  }

  @Test(arguments: 1...UInt64(tries(3, gate: 12, long: 40)))
  func everyStateIsKnownAtAnyDetail(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sink = LogBuffer()
    let recorder: Recorder<Ledger.Action, Ledger> = try makeRecorder(sink) {
      $0.payloads = .denying("reset")
      $0.patchBytesMax = 60
      $0.detail = .actions(keyframeEvery: 20)
    }
    var state = Ledger()
    recorder.start(from: state)
    var states: [JSON] = [try JSONDocumentEncoder().encode(state)]
    for _ in 0..<400 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: recorder.detail = .actions(keyframeEvery: .random(in: 1...40, using: &random))
      case 1: recorder.detail = .changes
      case 2:
        state.notes = ["set \(states.count)"]
        recorder.recordReplacement(by: state)
        states.append(try JSONDocumentEncoder().encode(state))
      case 3: recorder.mark("here")
      default:
        recorder.record(.random(&random), into: &state, reduce: Ledger.reduce)
        states.append(try JSONDocumentEncoder().encode(state))
      }
    }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    try #require(log.lastSeq == states.count - 1, "seed \(seed)")
    #expect(try ledger.verify(log).verdict == .verified, "seed \(seed)")
    var timeline = Timeline(try ledger.backfilling(log))
    let replayed = LogBuffer()
    try ledger.replay(log, into: replayed)
    var again = Timeline(try Log(checked: "replayed", bytes: replayed.bytes))
    #expect(try again.log.unrecordedCount() == 0)
    for (seq, expected) in states.enumerated() {
      #expect(try timeline.state(at: seq) == expected, "seed \(seed), frame \(seq)")
      #expect(try again.state(at: seq) == expected, "seed \(seed), frame \(seq)")
    }
  }

  /// Two keyframes with the same number and different states would contradict each other.
  @Test func aChangeBetweenAKeyframeAndAnActionThatNeedsAPatchGetsAnEntry() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Counter>(
      sink: sink, app: "Counter", configuration: .init(detail: .actions()))
    var state = Counter()
    recorder.start(from: state)
    recorder.detail = .changes
    state.count = 5
    recorder.record(1, into: &state) { $0.count += $1 }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(try log.types() == ["unrecordedChange", "Int"])
    var timeline = Timeline(log)
    #expect(try timeline.state(at: 1) == ["count": 5])
    #expect(try timeline.state(at: 2) == ["count": 6])
  }

  @Test func manyThreadsMayChangeTheDetailWhileOthersRecord() throws {
    let sink = LogBuffer()
    let recorder: CounterRecorder = try makeRecorder(sink) { _ in }
    let state = Locked(Counter())
    recorder.start(from: Counter())
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<100 {
        recorder.detail = (thread + step).isMultiple(of: 3) ? .changes : .actions(keyframeEvery: 9)
        _ = state.withLock { recorder.record(.add(1), into: &$0, reduce: Counter.reduce) }
      }
    }
    recorder.flush()
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(log.lastSeq == 800)
    #expect(try counter.verify(log).verdict == .verified)
  }

  private func makeRecorder<Action: Codable, State: Codable>(
    _ sink: LogBuffer, _ change: (inout RecorderConfiguration) -> Void
  ) throws -> Recorder<Action, State> {
    var configuration = RecorderConfiguration(clock: ManualClock().recorderClock, sessionID: "1")
    change(&configuration)
    return try Recorder(sink: sink, app: "Counter", configuration: configuration)
  }

  private func lines(of sink: LogBuffer) throws -> [String] {
    linesWithoutStatistics(of: sink).dropFirst().map(\.self)
  }

  /// Describes the lines: their kind or type, their number, and whether there is a patch.
  private func shape(of sink: LogBuffer) throws -> [String] {
    let log = try Log(checked: "log", bytes: sink.bytes)
    return try log.lines().dropFirst().map { line in
      guard line.isAction else { return "\(line.kind) \(line.seq)" }
      return "\(line.action?.type ?? "") \(line.seq) \(line.hasPatch ? "told" : "untold")"
    }
  }
}

private typealias CounterRecorder = Recorder<Counter.Action, Counter>

private let counter = Replayer(
  ReplayableApp(name: "Counter") { (action: Counter.Action, state: inout Counter) in
    Counter.reduce(&state, action)
  })

private let ledger = Replayer(
  ReplayableApp(name: "Counter") { (action: Ledger.Action, state: inout Ledger) in
    Ledger.reduce(&state, action)
  })

/// A state with patches of many sizes.
private struct Ledger: Codable, Sendable {
  var notes: [String] = []
  var total = 0

  enum Action: Codable, Sendable {
    case note(String)
    case drop(Int)
    case count
    case reset

    static func random(_ random: inout SeededGenerator) -> Action {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: .reset
      case 1...3: .drop(.random(in: 0..<9, using: &random))
      case 4...6: .note(String(repeating: "n", count: .random(in: 0..<40, using: &random)))
      default: .count
      }
    }
  }

  static func reduce(_ state: inout Ledger, _ action: Action) {
    switch action {
    case .note(let text): state.notes.append(text)
    case .drop(let index): if index < state.notes.count { state.notes.remove(at: index) }
    case .count: state.total += state.notes.count
    case .reset: state = Ledger()
    }
  }
}
