import RexJSON
import RexLog
import RexQuery
import TestSupport
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// Lines whose numbers cannot be trusted neither trap, nor count as actions, nor change a state.
@Suite struct DamagedOrderTests {
  private static func set(_ value: Int) -> String {
    HandmadeLog.patch("replace", "/n", "\(value)")
  }

  private static let empty = HandmadeLog([HandmadeLog.keyframe(0)])

  @Test(arguments: [LogComparison.Pairing.byContent, .byPosition])
  func numbersThatGoBackwardsAreLeftOut(_ pairing: LogComparison.Pairing) throws {
    let backwards = HandmadeLog(
      [HandmadeLog.keyframe(0)] + [5, 6, 2, 3].map { HandmadeLog.action($0, patch: Self.set($0)) })
    for (first, second) in [(backwards, Self.empty), (Self.empty, backwards)] {
      let comparison = try LogComparison(first.log(), second.log(), pairing: pairing)
      #expect(comparison.hunks.flatMap { $0.first + $0.second } == [6..<7])
      #expect(comparison.counts.first + comparison.counts.second == 1)
    }
  }

  @Test func aHunkDoesNotCountTheActionsOfAGap() throws {
    let last = (1 << 53) - 1
    let gap = HandmadeLog([
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: Self.set(1)),
      HandmadeLog.gap(2, last - 1), HandmadeLog.keyframe(last - 1),
      HandmadeLog.action(last, patch: Self.set(2)),
    ])
    let comparison = try LogComparison(gap.log(), Self.empty.log())
    #expect(comparison.hunks.map(\.first) == [[1..<2, last..<last + 1]])
    #expect(comparison.hunks.map(\.second) == [[]])
  }

  @Test func aStateIsUnknownAfterAnUnreadableLineUpToTheNextKeyframe() throws {
    let lines = [
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: Self.set(1)), "x",
      HandmadeLog.action(3, patch: HandmadeLog.patch("add", "/m", "3")),
      HandmadeLog.keyframe(3, #"{"n":2,"m":3}"#), HandmadeLog.action(4, patch: Self.set(4)),
    ]
    var scan = try ConditionScan(Condition("$.n == 1"), in: HandmadeLog(lines).log())
    var found: [Int: Bool?] = [:]
    while let result = try scan.next() { found[result.seq] = result.holds }
    #expect(found == [0: false, 1: true, 3: false, 4: false], "the keyframe has the state")
    #expect(scan.unknown.count == 1)
    #expect(scan.unknown.first?.description.contains("made:4:1") == true)
  }

  @Test func aKeyframeOfAnotherSessionIsNotTheNextOne() throws {
    let lines = [
      HandmadeLog.keyframe(0), HandmadeLog.action(1), HandmadeLog.action(2),
      HandmadeLog.session(id: "other"), HandmadeLog.keyframe(0),
    ]
    var timeline = Timeline(try HandmadeLog(lines).log())
    let error = #expect(throws: LogError.self) { try timeline.state(at: 1) }
    guard case StateProblem.unrecorded(1, before: 0, after: nil)? = error?.problem else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
  }

  @Test func aKeyframeOfAnotherSessionDoesNotStandInForAPatch() throws {
    let action = HandmadeLog.action(1).dropLast() + #","leftOut":{"bytes":9,"fingerprint":"f"}}"#
    let lines = [
      HandmadeLog.keyframe(0), String(action), HandmadeLog.session(id: "other"),
      HandmadeLog.keyframe(0, #"{"n":7}"#),
    ]
    var scan = try ConditionScan(Condition("$.n == 7"), in: HandmadeLog(lines).log())
    var found: [Int: Bool?] = [:]
    while let result = try scan.next() { found[result.seq] = result.holds }
    #expect(found == [0: false, 1: nil])
  }

  @Test func actionsOfAnotherSessionChangeNoState() throws {
    let lines = [
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: Self.set(1)),
      HandmadeLog.session(id: "other"), HandmadeLog.keyframe(0),
      HandmadeLog.action(1, patch: Self.set(7)), HandmadeLog.action(2, patch: Self.set(8)),
    ]
    var scan = try ConditionScan(Condition("$.n > 1"), in: HandmadeLog(lines).log())
    while let result = try scan.next() { #expect(result.holds != true, "action \(result.seq)") }
    #expect(try LogComparison(HandmadeLog(lines).log(), Self.empty.log()).counts.first == 1)
  }

  @Test func anActionWhoseNumberCannotBeTrustedIsNotFound() throws {
    let lines =
      [HandmadeLog.keyframe(0)]
      + [1, 2, 7, 3, 9, 4].map { HandmadeLog.action($0, patch: Self.set($0)) }
    let log = try HandmadeLog(lines).log()
    #expect(try [2, 3, 4].map { try log.action($0)?.seq } == [2, 3, 4])
    for seq in [7, 9] {
      #expect(throws: LogError.self) { try log.action(seq) }
      #expect(throws: LogError.self) { try log.keptAction(seq) }
    }
    #expect(try log.action(8) == nil)
  }

  @Test func aFrameLostInATornLineDoesNotHaveTheStateOfALaterKeyframe() throws {
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: Self.set(1)), "{torn",
      HandmadeLog.keyframe(3, #"{"n":3}"#), HandmadeLog.action(4, patch: Self.set(4)),
    ]).log()
    var timeline = Timeline(log)
    for seq in [0, 1, 3, 4] {
      #expect(try timeline.state(at: seq) == ["n": .number(JSONNumber(seq))])
    }
    let error = #expect(throws: LogError.self) { try timeline.state(at: 2) }
    #expect(error?.location.line == 4)
    #expect(try timeline.state(at: 4) == ["n": 4])
  }

  /// The end of a long log is read from a line in it, and gives no other answer than all of it.
  @Test func aKeyframeWithAWrongNumberIsNotTrustedFromTheEndEither() throws {
    let filler = String(repeating: "x", count: 70 << 10)
    let log = try HandmadeLog(
      [
        HandmadeLog.keyframe(0),
        HandmadeLog.action(1, patch: HandmadeLog.patch("add", "/long", #""\#(filler)""#)),
        HandmadeLog.keyframe(500, #"{"n":500}"#),
      ] + (501...600).map { HandmadeLog.action($0, patch: Self.set($0)) }
    ).log()
    #expect(try log.damages().map(\.frames) == [2...600])
    var timeline = Timeline(log)
    for seq in [501, 505, 600] { #expect(try timeline.stateIfKnown(at: seq) == nil) }
    #expect(log.lastSeq == 600)
  }

  @Test func aDamagedKeyframeChangesNoState() throws {
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: Self.set(1)),
      HandmadeLog.keyframe(1, #"{"n":tru}"#), HandmadeLog.action(2, patch: Self.set(2)),
    ]).log()
    var timeline = Timeline(log)
    #expect(try timeline.state(at: 2) == ["n": 2])
    var scan = try ConditionScan(Condition("$.n == 2"), in: log)
    var found: [Bool?] = []
    while let result = try scan.next() { found.append(result.holds) }
    #expect(found == [false, false, true])
  }

  @Test func aDamagedKeyframeAfterALostLineDoesNotMakeTheStateKnown() throws {
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: Self.set(1)), "x",
      HandmadeLog.keyframe(3, #"{"n":tru}"#),
      HandmadeLog.action(4, patch: HandmadeLog.patch("add", "/m", "4")),
    ]).log()
    #expect(try log.damages().map(\.frames) == [2...4, nil])
    var timeline = Timeline(log)
    #expect(try (2...4).map { try timeline.stateIfKnown(at: $0) } == [nil, nil, nil])
    var scan = try ConditionScan(Condition("$.n == 1"), in: log)
    var found: [Int: Bool?] = [:]
    while let result = try scan.next() { found[result.seq] = result.holds }
    #expect(found == [0: false, 1: true, 4: nil])
  }

  @Test func aLaterKeyframeIsNotTheStateOfAnActionWithoutAPatch() throws {
    let action = HandmadeLog.action(1).dropLast() + #","leftOut":{"bytes":9,"fingerprint":"f"}}"#
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), String(action), "x", HandmadeLog.keyframe(3, #"{"n":3}"#),
    ]).log()
    var scan = try ConditionScan(Condition("$.n == 3"), in: log)
    var found: [Int: Bool?] = [:]
    while let result = try scan.next() { found[result.seq] = result.holds }
    #expect(found == [0: false, 1: nil])
  }

  /// One wrong number costs its line, and the states up to the next keyframe.
  @Test(arguments: 1...13)
  func aWrongNumberCostsNoOtherLine(_ line: Int) throws {
    var lines = [HandmadeLog.keyframe(0)]
    for seq in 1...9 {
      lines.append(HandmadeLog.action(seq, patch: Self.set(seq)))
      if seq.isMultiple(of: 3) { lines.append(HandmadeLog.keyframe(seq, #"{"n":\#(seq)}"#)) }
    }
    lines.append(HandmadeLog.end(9))
    let text = lines[line - 1]
    let seq = try #require(text.firstMatch(of: #/"seq":(\d+)/#).flatMap { Int($0.1) })
    for wrong in [0, 1, seq - 2, seq - 1, seq + 1, seq + 2, 900, (1 << 53) - 1] {
      guard wrong >= 0, wrong != seq else { continue }
      var damaged = lines
      damaged[line - 1] = text.replacing(#""seq":\#(seq),"#, with: #""seq":\#(wrong),"#)
      let log = try HandmadeLog(damaged).log()
      #expect(try log.damages().map(\.error.location.line) == [line + 1], "\(seq) as \(wrong)")
      let isAction = text.contains(#""kind":"action""#)
      let kept = (1...9).filter { ((try? log.keptAction($0)) ?? nil) != nil }
      #expect(kept == (1...9).filter { !isAction || $0 != seq }, "\(seq) as \(wrong)")
      var timeline = Timeline(log)
      let next = isAction ? (seq + 2) / 3 * 3 : seq / 3 * 3 + 3
      for frame in 0...9 {
        let firstLost = isAction ? seq : line == 1 ? 0 : seq + 1
        let state = try? timeline.state(at: frame)
        let isLost = (firstLost..<next).contains(frame)
        #expect((state == nil) == isLost, "frame \(frame) with \(seq) as \(wrong)")
        if let state { #expect(state == ["n": .number(JSONNumber(frame))]) }
      }
    }
  }

  @Test func twoWrongNumbersCostNoMoreThanTheirLines() throws {
    let seqs = [1, 2, 900, 700, 5, 6]
    let log = try HandmadeLog(
      [HandmadeLog.keyframe(0)] + seqs.map { HandmadeLog.action($0, patch: Self.set($0)) }
    ).log()
    #expect(log.lastSeq == 6)
    #expect(try log.damages().map(\.error.location.line) == [5])
    #expect(try [5, 6].map { try log.action($0)?.seq } == [5, 6])
  }

  @Test func withoutAFirstKeyframeTheFirstStateIsUnknownToo() throws {
    let lines = [1, 2].map { HandmadeLog.action($0, patch: Self.set($0)) }
    let log = try HandmadeLog(lines + [HandmadeLog.keyframe(2, #"{"n":2}"#)]).log()
    var scan = try ConditionScan(Condition("$.n > 0"), in: log)
    var seqs: [Int] = []
    while let result = try scan.next() { seqs.append(result.seq) }
    #expect(seqs == [0, 1, 2])
    #expect(scan.unknown.count == 1, "the second state is in the keyframe")
  }
}
