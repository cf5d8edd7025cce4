import RexDiff
import RexJSON
import RexLog
import RexQuery
import TestSupport
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// Questions about random logs give the same answers as examining every state.
@Suite struct QuestionTests {
  private static let conditions = [
    "$.a == 3", "$.a.b > 2 || $.b == null", "$.a != $$.a", "count($.a[*]) > 1", "$..id",
    "$.b[?@.id == '3']", "@.type == 'b'", "@.type == 'c' && $.c", "$$.a && !$.a", "$['a', 'b'][0]",
    "$.a + 1 > $$.a * 2 - @.action.n", "sum($.a[*]) != sum($$.a[*]) within 1", "!unique($..id)",
    "ascending($.b[*].id)", "$.a[?@ == $$.a[0]]", "$..[?@ == @@.action.n]", "abs($.a - $.b) < 3",
    "$ != $$", "$.c.a == $$.c.a && @.action.n == 2", "$", "!$.a", "length($.b) != length($$.b)",
    "changed($.a)", "changed($.b[*].id)", "changed($.b[?@.id == '3'])", "$.b == $$.b",
    "$.a.b != $$.a.b", "$$.a[0] == $.a[0]", "count($.b[?@.id]) > 1", "$.b[$.a]",
    "sum($$.b[*], count(@.*)) < sum($.b[*], count(@.*))", "$.b[?key(@) == @@.action.n]",
    "sum($.a[*]) > 2 || count($$.a[?@ > 1]) == 1", "changed($['a','b'])", "sum($[*]) > 3",
    "count($[?@ == 3]) == count($$[?@ == 3])", "changed($) && changed($.c.a)",
    "sum($.a[*].b) != sum($$.a[*].b)", "index($.a, 3) == 0", "changed($..id)",
    "sum($.b[1][*]) != sum($.a[0].a[*])", "count($['0'][*]) + count($.b['0'].*) > 1",
  ]

  @Test(arguments: conditions)
  func aScanEvaluatesTheConditionAfterEveryAction(_ text: String) throws {
    let condition = try Condition(text)
    for seed in 0..<tries(5, gate: 10) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let sample = try RandomLog(actionCount: 30, &random)
      let expected = try (0...30).map { try sample.holds(condition, after: $0) }
      let first = Int.random(in: 0...30, using: &random)
      for start in [0, first] {
        var scan = try ConditionScan(condition, in: sample.log, from: start)
        var found: [Bool?] = []
        while let result = try scan.next() {
          #expect(result.seq == start + found.count, "seed \(seed)")
          found.append(result.holds)
          if result.holds == true {
            let answer = try scan.answer()
            #expect(answer.seq == result.seq && answer.action?.seq ?? 0 == result.seq)
          }
        }
        #expect(found == Array(expected[start...]), "seed \(seed), from \(start)")
      }
      let last = Int.random(in: 0...30, using: &random)
      #expect(
        try ConditionScan.last(condition, in: sample.log, through: last)
          == expected[...last].lastIndex(of: true), "seed \(seed), through \(last)")
    }
  }

  /// With the dependencies' shortcut, a scan skips no action at which the result changes.
  @Test(arguments: 0..<tries(2, gate: 4) as Range<UInt64>)
  func aScanOfARandomConditionEvaluatesItAfterEveryAction(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var changeCount = 0
    for step in 0..<(tries(2, gate: 5, long: 100)) {
      let sample = try RandomLog(actionCount: 30, &random)
      for _ in 0..<80 {
        let text = random.condition(depth: 2)
        let condition = try Condition(text)
        let expected = try (0...30).map { try sample.holds(condition, after: $0) }
        var scan = try ConditionScan(condition, in: sample.log)
        var found: [Bool?] = []
        while let result = try scan.next() { found.append(result.holds) }
        #expect(found == expected, "seed \(seed), step \(step): \(text)")
        changeCount += Set(expected).count - 1
      }
    }
    #expect(changeCount > 20, "seed \(seed)")
  }

  /// What is kept of a state is forgotten where the state is replaced.
  @Test(arguments: conditions)
  func aScanOfALogWithoutSomePatchesClaimsNothingWrong(_ text: String) throws {
    let condition = try Condition(text)
    for seed in 0..<tries(5, gate: 20) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let sample = try RandomLog(actionCount: 30, unrecordedChance: 20, &random)
      var scan = try ConditionScan(condition, in: sample.log)
      while let result = try scan.next() {
        let expected = try sample.holds(condition, after: result.seq)
        let isKnown = condition.reads(.before) || result.holds != nil
        #expect(isKnown && result.holds ?? expected == expected, "seed \(seed), \(result.seq)")
      }
    }
  }

  @Test func aStateWithoutAPatchIsInTheKeyframeBehindIt() throws {
    let condition = try Condition("$.a == 3 || !$.a || $.a")
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let sample = try RandomLog(actionCount: 30, unrecordedChance: 20, &random)
      var scan = try ConditionScan(condition, in: sample.log)
      while let result = try scan.next() {
        #expect(result.holds == true, "seed \(seed), action \(result.seq)")
      }
      #expect(scan.unknown.count == 0)
    }
  }

  @Test(arguments: 0..<tries(4, gate: 10))
  func historiesEqualThoseOfABruteForceImplementation(group: Int) throws {
    for seed in group * 10..<(group + 1) * 10 {
      var random = SeededGenerator(seed: UInt64(seed))
      let sample = try RandomLog(actionCount: 25, &random)
      let expected = BruteForceState(sample.states[0])
      for patch in sample.patches { expected.apply(patch) }
      for place in sample.states[25].places.shuffled(using: &random).prefix(12) {
        var history = ValueHistory(sample.log, of: place, at: 25)
        for change in sample.changes(of: place, expected) {
          let found = try history.next()
          #expect(found?.seq == change.seq, "seed \(seed), \(place)")
          #expect(found?.old == change.old, "seed \(seed), \(place) by \(change.seq)")
          #expect(found?.new == change.new, "seed \(seed), \(place) by \(change.seq)")
          if found?.seq != change.seq { return }
        }
        #expect(try history.next() == nil, "seed \(seed), \(place)")
      }
    }
  }

  @Test func unrecordedChangesAreOneChangeAtTheNextKeyframe() throws {
    for seed in 0..<50 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let sample = try RandomLog(actionCount: 30, unrecordedChance: 10, &random)
      for key in ["a", "b", "c"] {
        let place = JSONPointer(tokens: [key])
        var history = ValueHistory(sample.log, of: place, at: 30)
        var value = sample.states[30][place]
        while let change = try history.next() {
          #expect(change.new == value, "seed \(seed), \(place) by \(change.seq)")
          if change.isUnrecorded {
            #expect(!sample.unrecorded.isDisjoint(with: change.firstSeq...change.seq))
          }
          value = change.old
        }
      }
    }
  }

  @Test func aComparisonFindsTheFirstDifference() throws {
    var random = SeededGenerator(seed: 5)
    let one = try RandomLog(actionCount: 20, &random)
    let same = try LogComparison(one.log, one.log)
    #expect(same.isEqual && same.commonCount == 20 && same.agreeingStatesCount == 20)
    let other = try RandomLog(actionCount: 20, &random)
    let different = try LogComparison(one.log, other.log, pairing: .byPosition)
    #expect(different.commonCount == 20, "types and payloads are the same")
    #expect(different.firstDifference?.first == 0)
    #expect(different.firstDifference?.difference.isEmpty == false)
  }

  @Test func actionsAreComparedByTheirValuesHoweverTheyAreEscaped() throws {
    let lines = [#""type":"café","action":"é","#, #""type":"a","opaque":"é","#].enumerated().map {
      #"{"kind":"action","seq":\#($0 + 1),"timeMs":0,\#($1)"tookMs":0,"patch":[]}"#
    }
    func log(_ lines: [String]) throws -> Log {
      try HandmadeLog([HandmadeLog.keyframe(0)] + lines).log()
    }
    let escaped = try log(lines.map { $0.replacing("é", with: #"\u00e9"#) })
    #expect(try LogComparison(log(lines), escaped).isEqual)
    let (plain, opaque) = (lines[0], lines[0].replacing(#""action""#, with: #""opaque""#))
    #expect(try !LogComparison(log([plain]), log([opaque])).isEqual)
  }

  @Test(
    arguments: [
      ("41", .number(41)), ("last", .last), ("-5", .before(5)), ("+10", .after(10)),
      ("12.5s", .timeMs(12500)), ("0s", .timeMs(0)), ("here", .mark("here")), ("", nil),
      ("mark:last", .mark("last")), ("-x", nil), ("5x", .mark("5x")), ("s", .mark("s")),
      ("1.2.3s", .mark("1.2.3s")), ("99999999999999999999", .number(1 << 53)),
    ] as [(String, SeqAddress?)])
  func addressesAreParsed(text: String, address: SeqAddress?) {
    #expect(SeqAddress(text) == address)
  }

  @Test(
    arguments: [
      ("3", nil, 3), ("last", nil, 30), ("-5", nil, 25), ("+10", nil, 10), ("-5", 20, 15),
      ("+10", 20, 30), ("12s", nil, 12), ("12.9s", nil, 12), ("0.5s", nil, 0), ("31", nil, nil),
      ("-31", nil, nil), ("+31", nil, nil), ("31s", nil, nil), ("nowhere", nil, nil),
    ] as [(String, Int?, Int?)])
  func anAddressSelectsAnActionOfTheLog(text: String, here: Int?, seq: Int?) throws {
    var bytes: [UInt8] = []
    LogEntry.session(LogSession(id: "1", startedAt: "now", app: .init(name: "A")))
      .write(into: &bytes)
    LogEntry.keyframe(LogKeyframe(seq: 0, timeMs: 0, state: 0)).write(into: &bytes)
    for seq in 1...30 {
      LogEntry.action(
        LogAction(
          seq: seq, timeMs: Double(seq) * 1000, type: "a", payload: .action(.null),
          result: .init(tookMs: 0, patch: JSONPatch()))
      ).write(into: &bytes)
    }
    let log = try Log(name: "times", bytes: bytes)
    let address = try #require(SeqAddress(text))
    #expect((try? address.seq(in: log, from: here)) == seq)
  }

  @Test func aTimeUpToTheLastLineIsInALogThatWasCutOff() throws {
    let lines = [
      HandmadeLog.keyframe(0), HandmadeLog.action(1),
      #"{"kind":"mark","seq":1,"timeMs":5000,"label":"here"}"#,
    ]
    let log = try HandmadeLog(lines).log()
    #expect(try SeqAddress.timeMs(5000).seq(in: log) == 1)
    expectNoTime(5001, in: log)
  }

  @Test func aTimePastTheEndIsInNoLogThatEndsWithAGap() throws {
    let lines = [
      HandmadeLog.keyframe(0), HandmadeLog.action(1), HandmadeLog.gap(2, 4),
      HandmadeLog.keyframe(4), #"{"kind":"end","seq":4,"timeMs":5000,"reason":"closed"}"#,
    ]
    let log = try HandmadeLog(lines).log()
    #expect(try SeqAddress.timeMs(5000).seq(in: log) == 1)
    expectNoTime(5001, in: log)
  }

  private func expectNoTime(_ timeMs: Double, in log: Log) {
    let error = #expect(throws: LogError.self) { try SeqAddress.timeMs(timeMs).seq(in: log) }
    guard case QuestionProblem.noTime(timeMs, last: 5000)? = error?.problem else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
  }
}

extension RandomLog {
  /// Whether a condition holds after an action, evaluated with the complete states and entry.
  fileprivate func holds(_ condition: Condition, after seq: Int) throws -> Bool {
    guard seq > 0 else { return try condition.holds(in: Moment(after: states[0])) }
    return try condition.holds(
      in: Moment(after: states[seq], before: states[seq - 1], entry: entries[seq - 1]))
  }

  /// The changes of the value that is at a path at the end, latest first.
  fileprivate func changes(
    of place: JSONPointer, _ nodes: BruteForceState
  ) -> [(seq: Int, old: JSON?, new: JSON?)] {
    let values = states.indices.map { seq in
      nodes.pointer(of: place, after: seq).flatMap { states[seq][$0] }
    }
    return states.indices.dropFirst().reversed().compactMap { seq in
      values[seq] == values[seq - 1] ? nil : (seq, values[seq - 1], values[seq])
    }
  }
}
