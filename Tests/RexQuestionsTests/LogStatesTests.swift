import RexDiff
import RexJSON
import RexLocking
import RexLog
import RexQuery
import TestSupport
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// What is asked about a log without some of its patches has the same answers as with them.
@Suite struct LogStatesTests {
  private static let conditions = [
    "$.a == 3", "$.a != $$.a", "count($.a[*]) > 1", "@.type == 'c' && $.c", "$ != $$", "@.seq > 3",
    "$.c.a == $$.c.a && @.action.n == 2", "!$.a",
  ]

  @Test func theLogIsReadWhileItIsBackfilled() throws {
    let log = { (patch: String) in
      try HandmadeLog([HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: patch)]).log()
    }
    let (bare, full) = (try log("null"), try log(HandmadeLog.patch("replace", "/n", "1")))
    let shared = Locked<LogStates?>(nil)
    let lastSeq = Locked(0)
    let states = LogStates(bare) { _ in
      // Would wait for ever if reading waited for this.
      let states = shared.withLock { $0 }
      lastSeq.withLock { $0 = states?.log.lastSeq ?? 0 }
      return full
    }
    shared.withLock { $0 = states }
    defer { shared.withLock { $0 = nil } }
    var timeline = Timeline(states)
    #expect(try timeline.state(at: 1)["n"] == 1)
    #expect(lastSeq.withLock { $0 } == 1)
  }

  @Test(arguments: 0..<UInt64(tries(3, gate: 10, long: 40)))
  func aReaderGoesOnInTheBackfilledLog(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let full = try RandomLog(actionCount: 30, &random)
    let bare = try full.log.replacingPatches { _ in
      Int.random(in: 0..<4, using: &random) == 0 ? .notRecorded : nil
    }
    let backfillCount = Locked(0)
    func states() -> LogStates {
      LogStates(bare) { _ in
        backfillCount.withLock { $0 += 1 }
        return full.log
      }
    }
    var timeline = Timeline(states())
    for seq in (0...30).shuffled(using: &random) {
      #expect(try timeline.state(at: seq) == full.states[seq], "seed \(seed)")
      let patch = seq == 0 ? JSONPatch() : full.patches[seq - 1]
      #expect(try timeline.checkedFrame(at: seq).patch == patch)
    }
    #expect(backfillCount.withLock { $0 } == 1, "seed \(seed)")
    for condition in try Self.conditions.map({ try Condition($0) }) {
      let first = Int.random(in: 0...30, using: &random)
      #expect(
        try results(condition, in: states(), from: first)
          == results(condition, in: LogStates(full.log), from: first), "seed \(seed), \(condition)")
      var (undecided, warning) = (UndecidedActions(), QueryError?.none)
      #expect(
        try ConditionScan.last(
          condition, in: states(), from: 0, through: first, &undecided, &warning)
          == ConditionScan.last(condition, in: full.log, through: first))
    }
    for place in full.states[30].places.shuffled(using: &random).prefix(8) {
      let path = try ValuePath(place.description)
      #expect(
        try changes(of: path, in: states()) == changes(of: path, in: LogStates(full.log)),
        "seed \(seed), \(place)")
      #expect(
        try ValueHistory.last(path, in: states(), through: 20)
          == ValueHistory.last(path, in: LogStates(full.log), through: 20))
      var (found, expected) = (
        ValueHistory(states(), of: place, at: 30), ValueHistory(full.log, of: place, at: 30)
      )
      while let change = try expected.next() {
        #expect(try found.next() == change, "seed \(seed), \(place)")
      }
      #expect(try found.next() == nil)
    }
    let pattern = TextPattern(text: "1")
    for isReversed in [false, true] {
      #expect(
        try hits(pattern, in: states(), isReversed: isReversed)
          == hits(pattern, in: LogStates(full.log), isReversed: isReversed), "seed \(seed)")
    }
    let comparison = try LogComparison(states(), LogStates(full.log))
    #expect(comparison.isEqual && comparison.problem == nil && comparison.commonCount == 30)
  }

  @Test(arguments: 0..<tries(10, gate: 40) as Range<UInt64>)
  func aKeyframeStandsForAPatchThatWasLeftOut(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let full = try RandomLog(actionCount: 30, &random)
    let bare = try full.log.replacingPatches(keyframes: full.states) { _ in
      Int.random(in: 0..<4, using: &random) == 0
        ? .leftOut(LogLeftOut(byteCount: 1, fingerprint: "0")) : nil
    }
    for condition in try Self.conditions.map({ try Condition($0) }) {
      #expect(
        try results(condition, in: LogStates(bare), from: 0)
          == results(condition, in: LogStates(full.log), from: 0), "seed \(seed), \(condition)")
    }
    for place in full.states[30].places.shuffled(using: &random).prefix(8) {
      let path = try ValuePath(place.description)
      #expect(
        try changes(of: path, in: LogStates(bare)) == changes(of: path, in: LogStates(full.log)),
        "seed \(seed), \(place)")
    }
  }

  @Test(arguments: [#""opaque":"b","#, #""action":2,"exact":false,"#], ["null", "[]"])
  func aKeyframeStandsForAnActionThatCannotBeReduced(payload: String, patch: String) throws {
    let action =
      #"{"kind":"action","seq":2,"timeMs":2,"type":"b",\#(payload)"tookMs":0,"patch":null}"#
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: patch), action,
      HandmadeLog.keyframe(2, #"{"n":5}"#), HandmadeLog.action(3, patch: "[]"),
    ]).log()
    let states = LogStates(log)
    let first = patch == "[]" ? false : nil
    #expect(try results(Condition("$.n == 5"), in: states, from: 0) == [false, first, true, true])
    let rules = try LogRules("n: $.n != 5")
    #expect(try RulesCheck(rules, in: states).results.first?.broken?.answer.seq == 2)
    #expect(try changes(of: ValuePath("/n"), in: states).last == 2)
    let changed = try results(Condition("$.n != $$.n"), in: states, from: 1)
    #expect(changed == (patch == "[]" ? [false, true, false] : [nil, nil, false]))
    var timeline = Timeline(log)
    _ = try timeline.state(at: 0)
    #expect(try timeline.state(at: 2) == ["n": 5])
  }

  @Test func aConditionHoldsFromTheKeyframeAfterAGapOn() throws {
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: "[]"), HandmadeLog.gap(2, 5),
      HandmadeLog.keyframe(5, #"{"n":7}"#), HandmadeLog.action(6, patch: "[]"),
    ]).log()
    #expect(
      try results(Condition("$.n > 4"), in: LogStates(log), from: 0) == [false, false, true])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func oneScanOfSeveralQuestionsAnswersEach(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let states = LogStates(try RandomLog(actionCount: 30, unrecordedChance: 10, &random).log)
    let conditions = try Self.conditions.map { try Condition($0) }
    let paths = try ["/a", "/b/0", "/c"].map { try ValuePath($0) }
    var scan = try ActionScan(conditions, paths, in: states, from: 1)
    var (held, changed) = ([[Bool?]](), [[Int]](repeating: [], count: paths.count))
    while let result = try scan.next() {
      held.append(result.evaluations.map(\.holds))
      for (index, change) in result.changes.enumerated() where change.isChanged ?? true {
        changed[index].append(result.seq)
      }
    }
    for (index, condition) in conditions.enumerated() {
      #expect(try held.map { $0[index] } == results(condition, in: states, from: 1), "\(seed)")
    }
    #expect(try changed == paths.map { try changes(of: $0, in: states) }, "seed \(seed)")
  }

  @Test func withoutAReducerStatesStayUnknownAndItIsAskedOnce() throws {
    let lines = [HandmadeLog.keyframe(0), HandmadeLog.action(1), HandmadeLog.action(2)]
    let backfillCount = Locked(0)
    let states = LogStates(try HandmadeLog(lines).log()) { _ in
      backfillCount.withLock { $0 += 1 }
      return nil
    }
    let source = states.source
    var timeline = Timeline(states)
    for seq in [1, 2, 1] {
      let error = #expect(throws: LogError.self) { try timeline.state(at: seq) }
      #expect(error?.isUnrecorded == true)
    }
    #expect(try results(Condition("$.n == 0"), in: states, from: 0) == [true, nil, nil])
    #expect(backfillCount.withLock { $0 } == 1)
    #expect(states.newer(than: source) == nil, "readers keep what they have read")
  }

  private func results(
    _ condition: Condition, in states: LogStates, from seq: Int
  ) throws -> [Bool?] {
    var scan = try ConditionScan(condition, in: states, from: seq)
    var results: [Bool?] = []
    while let result = try scan.next() { results.append(result.holds) }
    return results
  }

  @Test func aBackfillThatIsStoppedBeginsAgain() throws {
    var random = SeededGenerator(seed: 1)
    let full = try RandomLog(actionCount: 5, &random)
    let callCount = Locked(0)
    let states = LogStates(try full.log.replacingPatches { _ in .notRecorded }) {
      (_) throws(CancellationError) in
      let count = callCount.withLock { count in
        count += 1
        return count
      }
      if count == 1 { throw CancellationError() }
      return full.log
    }
    var timeline = Timeline(states)
    #expect(throws: LogError.self) { try timeline.state(at: 5) }
    #expect(try timeline.state(at: 5) == full.states[5])
    #expect(callCount.withLock { $0 } == 2)
  }

  /// The actions that change the value at a path.
  private func changes(of path: ValuePath, in states: LogStates) throws -> [Int] {
    var scan = try ActionScan([], [path], in: states, from: 0)
    var seqs: [Int] = []
    while let step = try scan.next() {
      if step.changes[0].isChanged ?? true { seqs.append(step.seq) }
    }
    return seqs
  }

  private func hits(
    _ pattern: TextPattern, in states: LogStates, isReversed: Bool
  ) throws -> [Int] {
    var search = LogSearch(
      pattern, in: states, [.change], seqs: 0...30, isReversed: isReversed)
    var seqs: [Int] = []
    while let hit = try search.next() { seqs.append(hit.seq) }
    return seqs
  }
}

extension Log {
  /// The log with other changes where `change` returns one; states become keyframes after those.
  fileprivate func replacingPatches(
    keyframes: [JSON] = [], _ change: (Int) -> LogAction.Change?
  ) throws -> Log {
    var bytes: [UInt8] = []
    for entry in try entries() {
      guard case .action(var action) = entry, let change = change(action.seq) else {
        entry.write(into: &bytes)
        continue
      }
      action.result?.change = change
      LogEntry.action(action).write(into: &bytes)
      guard !keyframes.isEmpty else { continue }
      LogEntry.keyframe(LogKeyframe(seq: action.seq, timeMs: 0, state: keyframes[action.seq]))
        .write(into: &bytes)
    }
    return try Log(name: name, bytes: bytes)
  }
}
