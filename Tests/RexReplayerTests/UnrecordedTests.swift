import RexDiff
import RexJSON
import RexLocking
import RexLog
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// Logs without some of their states: what verifying and backfilling them find.
@Suite struct UnrecordedTests {
  @Test func statesWithoutPatchesAreUnknownUpToTheNextKeyframe() throws {
    let log = try Log(checked: "left-out", bytes: Fixture.bytes("logs/v1/left-out.jsonl"))
    #expect(try log.unrecordedCount() == 4)
    var timeline = Timeline(log)
    for (seq, state) in [0: 0, 2: 2, 3: 7, 4: 8] as [Int: JSON] {
      #expect(try timeline.state(at: seq) == ["n": state])
    }
    for (seq, before, after) in [(1, 0, 2), (5, 3, nil)] as [(Int, Int?, Int?)] {
      let error = try #require(throws: LogError.self) { try timeline.state(at: seq) }
      guard case StateProblem.unrecorded(seq, before: before, after: after) = error.problem else {
        Issue.record("unexpected \(error)")
        return
      }
    }
    #expect(try timeline.frame(at: 2).patch == nil)
    #expect(try timeline.frame(at: 4).patch?.operations.count == 1)
  }

  @Test func everyLineIsWrittenAsItWasRead() throws {
    let bytes = try Fixture.bytes("logs/v1/left-out.jsonl")
    let log = try Log(checked: "left-out", bytes: bytes)
    var written: [UInt8] = []
    for entry in try log.entries() { entry.write(into: &written) }
    #expect(String(decoding: written, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
  }

  @Test func anActionsOnlyLogVerifiesAtItsKeyframes() throws {
    let result = try sum.verify(log(of: [1, 2, 3, 4, 5], keyframes: [3: 6]))
    #expect(result.verdict == .verified)
    #expect(
      (result.counts.verified, result.counts[.unrecorded]) == (3, 2), "nothing follows 4 and 5")
  }

  @Test func aDivergenceIsReportedBetweenTwoKeyframes() throws {
    let wrong = Replayer(
      ReplayableApp(name: "Sum") { (action: Int, state: inout Sum) in
        if action != 0 { state.total += action == 4 ? 40 : action }
      })
    let log = try log(of: [1, 2, 3, 4, 0, 6], keyframes: [2: 3, 5: 10, 6: 16])
    let verification = try wrong.verify(log)
    #expect(
      verification.description == """
        sum: diverged: 3 of 6 actions verified, 1 diverged, 2 unknown (2 unrecorded)
        sum:9:1: divergence: after action 2, up to the keyframe after action 5
          suspect   action 4, Int
          path      /total
          recorded  10
          reduced   46
        """)
  }

  @Test func ifTheRecordDidNotChangeThePathTheFirstActionThatDoesIsSuspect() throws {
    let log = try log(of: [0, 1, 0, 2, 0], keyframes: [5: 0])
    let suspect = try sum.verify(log).divergences.first?.suspect
    #expect(suspect?.seq == 2)
  }

  @Test func aSuspectIsTheLastActionThatChangesTheRecordedValueAway() throws {
    let log = try log(of: [1, -1, 2, 3, 0], keyframes: [5: 0])
    #expect(try sum.verify(log).divergences.first?.suspect?.seq == 3)
  }

  @Test func noActionIsSuspectIfNoneChangesThePath() throws {
    let divergence = try sum.verify(log(of: [0, 0], keyframes: [2: 9])).divergences.first
    #expect(divergence?.after == 0)
    #expect(divergence?.suspect == nil)
  }

  @Test func replayFillsInAllPatches() throws {
    let log = try log(of: [1, 2, 3, 4], keyframes: [2: 3])
    let sink = LogBuffer()
    #expect(try sum.replay(log, into: sink).actionCount == 4)
    let full = try Log(checked: "full", bytes: sink.bytes)
    #expect(try full.unrecordedCount() == 0)
    #expect(try sum.verify(full).counts[.unrecorded] == 0)
    var timeline = Timeline(full)
    #expect(try (0...4).map { try timeline.state(at: $0)["total"] } == [0, 1, 3, 6, 10])
  }

  @Test func backfillingKeepsRecordedStates() throws {
    let log = try log(of: [1, 2, 3, 4], keyframes: [2: 100])
    var timeline = Timeline(try sum.backfilling(log))
    #expect(try (0...4).map { try timeline.state(at: $0)["total"] } == [0, 1, 100, 103, 107])
    let backfilled = timeline.log
    #expect(try backfilled.lines().map(\.kind) == log.lines().map(\.kind))
    #expect(try sum.verify(backfilled).contradictedKeyframeCount == 1)
  }

  @Test func backfillingFindsThePatchOfAnOpaqueActionFromItsKeyframe() throws {
    let log = try log(of: [1, 2, 3], keyframes: [2: 50]) {
      $0.replacing(#""action":2"#, with: #""opaque":"two""#)
    }
    #expect(try sum.verify(log).verdict == .inconclusive)
    var timeline = Timeline(try sum.backfilling(log))
    #expect(try (0...3).map { try timeline.state(at: $0)["total"] } == [0, 1, 50, 53])
    #expect(
      try timeline.frame(at: 2).patch?.json == [
        ["op": "replace", "path": "/total", "value": 50]
      ])
    let sink = LogBuffer()
    try sum.replay(log, into: sink)
    #expect(try Log(checked: "full", bytes: sink.bytes).unrecordedCount() == 0)
  }

  @Test func aLeftOutPatchIsComparedAtItsKeyframe() throws {
    let log = try log(of: [1, 2, 3], keyframes: [1: 1, 2: 4, 3: 7]) {
      $0.replacing(
        #""patch":null"#, with: #""patch":null,"leftOut":{"bytes":99,"fingerprint":"f"}"#)
    }
    let result = try sum.verify(log)
    #expect(result.divergences.map(\.seq) == [2])
    #expect(result.divergences.first?.after == nil, "the step itself is known to differ")
  }

  @Test func aTornActionOfAnActionsOnlyLogIsKept() throws {
    let log = try log(of: [1, 2], keyframes: [:]) {
      $0 + #"{"kind":"action","seq":3,"timeMs":3,"#
        + #""type":"Int","action":3,"source":{"file":"A.swift","line":1}"#
    }
    #expect(try sum.backfilling(log).unfinished?.action == 3)
    #expect(try sum.verify(log).counts[.unrecorded] == 2)
  }

  @Test func anUnfinishedActionIsReducedOnlyIfTheStateBeforeItIsKnown() throws {
    let torn = #"{"kind":"action","seq":3,"timeMs":3,"type":"Int","action":3,"source""#
    let gap = #"{"kind":"gap","from":1,"to":2,"reason":"disk full"}"# + "\n"
    let whole = try log(of: [1, 2], keyframes: [:]) { $0 + torn }
    #expect(try sum.reduceUnfinished(whole, progress: nil) == .finished)
    let lost = try log(of: [], keyframes: [:]) { $0 + gap + torn }
    #expect(lost.unfinished?.action == 3)
    #expect(try sum.reduceUnfinished(lost, progress: nil) == nil)
  }

  @Test func anUnfinishedActionIsReducedIntoTheStateAfterThePatchesAndTheActionsWithoutOne() throws
  {
    let torn = #"{"kind":"action","seq":4,"timeMs":4,"type":"Int","action":100,"source""#
    let patch = #"[{"op":"replace","path":"/total","value":7}]"#
    let log = try log(of: [7, 2, 3], keyframes: [:]) { text in
      text.replacing(#"7,"tookMs":0,"patch":null"#, with: #"7,"tookMs":0,"patch":\#(patch)"#) + torn
    }
    let totals = Locked([Int]())
    let watched = Replayer(
      ReplayableApp(name: "Sum") { (action: Int, state: inout Sum) in
        let total = state.total
        totals.withLock { $0.append(total) }
        state.total += action
      })
    #expect(try watched.reduceUnfinished(log, progress: nil) == .finished)
    #expect(totals.withLock { $0 } == [7, 9, 12])
  }

  @Test func anUnfinishedActionFinishesEvenIfItsStateCannotBeEncoded() throws {
    let broken = Replayer(
      ReplayableApp(name: "Sum") { (action: Int, state: inout SmallSum) in state.total += action })
    let torn = #"{"kind":"action","seq":1,"timeMs":1,"type":"Int","action":1,"source""#
    let log = try log(of: [], keyframes: [:]) { $0 + torn }
    #expect(try broken.reduceUnfinished(log, progress: nil) == .finished)
  }

  /// A log of a sum without patches, with keyframes of these totals.
  private func log(
    of numbers: [Int], keyframes: [Int: Int], edit: (String) -> String = { $0 }
  ) throws -> Log {
    var text = #"""
      {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"Sum"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":{"total":0}}

      """#
    for (index, number) in numbers.enumerated() {
      let seq = index + 1
      text += #"{"kind":"action","seq":\#(seq),"timeMs":\#(seq),"type":"Int","action":\#(number),"#
      text += #""tookMs":0,"patch":null}"# + "\n"
      guard let total = keyframes[seq] else { continue }
      text += #"{"kind":"keyframe","seq":\#(seq),"timeMs":\#(seq),"state":{"total":\#(total)}}"#
      text += "\n"
    }
    return try Log(checked: "sum", bytes: Array(edit(text).utf8))
  }
}

private struct Sum: Codable, Sendable {
  var total = 0
}

/// A sum that cannot be encoded unless it is 0.
private struct SmallSum: Codable, Sendable {
  struct TooLarge: Error {}

  var total = 0

  func encode(to encoder: any Encoder) throws {
    guard total == 0 else { throw TooLarge() }
    try Sum(total: total).encode(to: encoder)
  }
}

private let sum = Replayer(
  ReplayableApp(name: "Sum") { (action: Int, state: inout Sum) in state.total += action })
