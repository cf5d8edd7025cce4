import RexJSON
import Testing

@testable import RexReplayer

/// What is gone and what is new since an earlier check.
@Suite struct FindingChangesTests {
  private func check(
    _ divergences: [(seq: Int, paths: [String])], crashes: [Int] = [], unknownCount: Int = 0
  ) -> Verification {
    var check = Verification(log: "a.jsonl")
    for (seq, paths) in divergences {
      let pointers = paths.compactMap { JSONPointer($0) }
      var found = Divergence(seq: seq, type: "add", path: pointers.first, file: "a.jsonl", line: 1)
      found.paths = pointers
      check.add(found)
    }
    for seq in crashes {
      check.add(
        Crash(
          seq: seq, type: "add", source: nil, reason: "exit 3", message: "", file: "a", line: 1))
    }
    check.counts.add(.opaque, count: unknownCount)
    return check
  }

  @Test func findingsAreTheSameAtTheSameActionAndPath() {
    let changes = FindingChanges(
      from: check([(3, ["/a"]), (5, ["/a", "/b"]), (9, ["/a"])], crashes: [7]),
      to: check([(3, ["/a"]), (5, ["/b"]), (6, ["/a"])], crashes: [9]))
    #expect(changes.new.map(\.seq) == [6, 9])
    #expect(changes.gone.map(\.seq) == [5, 7, 9])
    #expect(changes.sameCount == 2)
    #expect(
      changes.lines == [
        "since then: 3 gone, 2 new, 2 as before",
        "  gone      divergence: action 5, add  /a", "  gone      crash: action 7, add",
        "  gone      divergence: action 9, add  /a", "  new       divergence: action 6, add  /a",
        "  new       crash: action 9, add",
      ])
  }

  @Test func whatIsUnknownNowMayNotBeGone() {
    let changes = FindingChanges(from: check([(3, ["/a"])]), to: check([], unknownCount: 2))
    #expect(changes.moreUnknownCount == 2)
    #expect(
      changes.lines.last == "note: 2 more actions unknown than before, perhaps what is gone")
  }

  @Test func onlyWhatBothListIsCompared() {
    let all = (1...150).map { (seq: $0, paths: ["/a"]) }
    let changes = FindingChanges(from: check(all), to: check(Array(all[50...]) + [(200, ["/b"])]))
    #expect(changes.end == 100)
    #expect(changes.gone.map(\.seq) == Array(1...50))
    #expect(changes.new.isEmpty && changes.sameCount == 50)
  }

  /// Nondeterminism is found only by several runs, and is not compared with a check of one.
  @Test func whatOneCheckDidNotLookForLimitsNoOther() {
    var earlier = check([(3, ["/a"])])
    earlier.runCount = 2
    let place = RecordedAction(type: "add", source: nil, file: "a", line: 1)
    for seq in 1...150 {
      let crash = Crash(
        seq: seq, type: "add", source: nil, reason: "exit 3", message: "", file: "a", line: 1)
      earlier.findings.append(
        .nondeterminism(Nondeterminism(nil, crash, seq: seq, run: 2, at: place)))
    }
    var later = check([(3, ["/a"]), (200, ["/b"])])
    later.runCount = 1
    let changes = FindingChanges(from: earlier, to: later)
    #expect(changes.end == nil && !changes.hasUncompared)
    #expect(changes.new.map(\.seq) == [200])
    #expect(FindingChanges(from: later, to: earlier).hasUncompared)
  }
}
