import RexDiff
import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import TestSupport
import Testing

@Suite struct VerifyTests {
  @Test func eachStepIsJudgedSeparately() throws {
    let log = try recordedSum(of: [1, 2, 3, 4])
    let wrongAtThree = Replayer(
      ReplayableApp(name: "Sum") { (action: Int, state: inout Sum) in
        state.total += action == 3 ? 30 : action
      })
    let verification = try wrongAtThree.verify(log)
    #expect(
      verification.description == """
        sum: diverged: 3 of 4 actions verified, 1 diverged
        sum:5:1: divergence: action 3, Int
          source    unknown
          path      /total
          recorded  6
          reduced   33
        """)
  }

  @Test func anotherPatchToTheSameStateIsNotADivergence() throws {
    let log = try recordedSum(of: [1, 2]) {
      $0.replacing(
        #"[{"op":"replace","path":"/total","value":1}]"#,
        with: #"[{"op":"remove","path":"/total"},{"op":"add","path":"/total","value":1.0}]"#)
    }
    #expect(try sum.verify(log).verdict == .verified)
  }

  @Test func theSignOfZeroCounts() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Double, Double>(sink: sink, app: "Sign")
    var state = 0.0
    recorder.record(-0.0, into: &state) { $0 = $1 }
    recorder.close()
    let log = try Log(checked: "sign", bytes: sink.bytes)
    let signless = Replayer(
      ReplayableApp(name: "Sign") { (action: Double, state: inout Double) in state = 0 + action })
    #expect(
      try signless.verify(log).divergences.map { [$0.recorded, $0.reduced] } == [[-0.0, 0]])
  }

  @Test func anOpaqueActionIsSkippedWithItsPatch() throws {
    let log = try recordedSum(of: [1, 2, 3]) {
      $0.replacing(#""action":2"#, with: #""opaque":"two""#)
    }
    let verification = try sum.verify(log)
    #expect(verification.verdict == .verified)
    #expect((verification.counts.verified, verification.counts[.opaque]) == (2, 1))
    let replayed = LogBuffer()
    try sum.replay(log, into: replayed)
    #expect(try sum.verify(Log(name: "replayed", bytes: replayed.bytes)).verdict == .verified)
  }

  @Test func aKeyframeThatContradictsThePatchesIsADivergence() throws {
    let log = try recordedSum(of: [1, 2]) {
      $0.replacing(
        #"{"kind":"end""#,
        with: #"{"kind":"keyframe","seq":2,"timeMs":9,"state":{"total":4}}"# + "\n"
          + #"{"kind":"end""#)
    }
    let divergence = try #require(try sum.verify(log).divergences.first)
    #expect(divergence.type == nil)
    #expect((divergence.recorded, divergence.reduced) == (4, 3))
  }

  @Test func anActionOfAnotherAppIsAnErrorAtItsLine() throws {
    let log = try recordedSum(of: [1, 2])
    let other = Replayer(ReplayableApp(name: "Sum") { (_: String, _: inout Sum) in })
    #expect(try other.verify(log).verdict == .inconclusive)
    let error = try #require(throws: LogError.self) { try other.replay(log, into: LogBuffer()) }
    #expect(error.location.line == 3)
    guard case ReductionProblem.reduction(let reduction, seq: 1, type: "Int") = error.problem
    else {
      Issue.record("unexpected \(error)")
      return
    }
    #expect(reduction.stage == .decodingAction)
  }

  @Test func aReplayByAnotherReducerWritesItsOwnResults() throws {
    let log = try recordedSum(of: [1, 2, 3])
    let doubling = Replayer(
      ReplayableApp(name: "Sum") { (action: Int, state: inout Sum) in state.total += action * 2 })
    let replayed = LogBuffer()
    try doubling.replay(log, into: replayed)
    #expect(try doubling.verify(Log(name: "doubled", bytes: replayed.bytes)).verdict == .verified)
    #expect(try sum.verify(Log(name: "doubled", bytes: replayed.bytes)).counts.diverged == 3)
  }

  @Test func aGapIsSkipped() throws {
    let log = try recordedSum(of: [1, 2, 3]) { text in
      text.replacing(
        #/\{"kind":"action","seq":2.*/#,
        with: #"{"kind":"gap","from":2,"to":2,"reason":"disk full"}"# + "\n"
          + #"{"kind":"keyframe","seq":2,"timeMs":1,"state":{"total":3}}"#)
    }
    let verification = try sum.verify(log)
    #expect(verification.verdict == .verified)
    #expect((verification.counts.verified, verification.counts[.lost]) == (2, 1))
    let replayed = LogBuffer()
    #expect(try sum.replay(log, into: replayed).actionCount == 2)
    let again = try Log(checked: "replayed", bytes: replayed.bytes)
    #expect(try again.lines().map(\.kind) == log.lines().map(\.kind))
    #expect(try sum.verify(again).verdict == .verified)
  }

  @Test func manyOpaqueActionsAreSkipped() throws {
    let log = try recordedSum(of: Array(1...50)) {
      $0.replacing(#/"action":(\d*[02468]),/#) { #""opaque":"\#($0.1)","# }
    }
    let verification = try sum.verify(log)
    #expect(verification.verdict == .verified)
    #expect((verification.counts.verified, verification.counts[.opaque]) == (25, 25))
    let replayed = LogBuffer()
    try sum.replay(log, into: replayed)
    let again = try Log(checked: "replayed", bytes: replayed.bytes)
    #expect(try sum.verify(again).verdict == .verified)
    #expect(again.lastSeq == 50)
  }

  @Test func anUnfinishedActionIsNotReducedAgain() throws {
    let log = try recordedSum(of: [1, 2]) { text in
      let ending = try #require(text.ranges(of: #","tookMs""#).last)
      return text[..<ending.lowerBound] + #","source":{"file":"A.swift","line":1}"#
    }
    #expect(log.unfinished?.action == 2)
    #expect(try sum.verify(log).counts.verified == 1)
    let replayed = LogBuffer()
    try sum.replay(log, into: replayed)
    #expect(try Log(checked: "replayed", bytes: replayed.bytes).unfinished?.action == 2)
  }
}

private struct Sum: Codable, Sendable {
  var total = 0
}

private let sum = Replayer(
  ReplayableApp(name: "Sum") { (action: Int, state: inout Sum) in state.total += action })

private func recordedSum(
  of numbers: [Int], edit: (String) throws -> String = { $0 }
) throws -> Log {
  let sink = LogBuffer()
  let recorder = try Recorder<Int, Sum>(sink: sink, app: "Sum")
  var state = Sum()
  for number in numbers {
    recorder.record(number, into: &state) { state, number in state.total += number }
  }
  recorder.close()
  let text = try edit(String(decoding: sink.bytes, as: UTF8.self))
  return try Log(name: "sum", bytes: Array(text.utf8))
}
