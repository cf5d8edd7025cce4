import RexDiff
import RexJSON
import RexQuery
import TestSupport
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// Matching elements of two sequences, and differences between two states.
@Suite struct ComparingTests {
  @Test(
    arguments: [
      ([], [], []), ([1, 2, 3], [1, 2, 3], [[0, 0, 3]]), ([1, 2, 3], [2, 3], [[1, 0, 2]]),
      ([1, 2, 3, 4], [1, 9, 3, 4], [[0, 0, 1], [2, 2, 2]]),
      ([1, 1, 1], [1, 1, 1, 1], [[0, 0, 3]]),
      ([1, 2, 3, 4, 5, 6], [4, 5, 6, 1, 2, 3, 9], [[3, 0, 3]]),
      ([7, 1, 7, 2, 7], [7, 7, 2, 8, 7], [[0, 0, 1], [2, 1, 2], [4, 4, 1]]),
    ] as [([Int], [Int], [[Int]])])
  func equalElementsAreAlignedInRuns(old: [Int], new: [Int], runs: [[Int]]) {
    let alignment = SequenceAlignment(from: old, to: new)
    #expect(alignment.runs.map { [$0.old, $0.new, $0.count] } == runs)
  }

  @Test func runsAreEqualInOrderAndAsLongAsPossible() {
    for seed in 0..<500 { checkRuns(seed: seed) }
  }

  private func checkRuns(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let kinds = Int.random(in: 1...9, using: &random)
    let old = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
      Int.random(in: 0..<kinds, using: &random)
    }
    var new = old
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let place = Int.random(in: 0...new.count, using: &random)
      if Bool.random(using: &random), place < new.count {
        new.remove(at: place)
      } else {
        new.insert(Int.random(in: 0..<kinds, using: &random), at: place)
      }
    }
    let alignment = SequenceAlignment(from: old, to: new)
    var (oldEnd, newEnd) = (0, 0)
    for run in alignment.runs {
      #expect(run.old >= oldEnd && run.new >= newEnd && run.count > 0, "seed \(seed)")
      (oldEnd, newEnd) = (run.old + run.count, run.new + run.count)
      #expect(oldEnd <= old.count && newEnd <= new.count, "seed \(seed)")
      #expect(old[run.old..<oldEnd] == new[run.new..<newEnd], "seed \(seed)")
    }
    let best = old.commonCount(with: new)
    #expect(alignment.count == best, "seed \(seed): \(alignment.count) of \(best)")
  }

  @Test func veryDifferentSequencesTakeBoundedTime() {
    let old = (0..<200_000).map { $0 % 2 }
    let new = (0..<200_000).map { $0 % 3 == 0 ? 1 : 0 }
    #expect(SequenceAlignment(from: old, to: new).count < 200_000)
    var (first, second) = (Array(repeating: 0, count: 100_000), [Int]())
    for place in 0..<100 { first.insert(1, at: place * 997) }
    second = first.filter { $0 == 0 }
    #expect(SequenceAlignment(from: first, to: second).count == 100_000)
  }

  @Test(
    arguments: [
      (["a": 1], ["a": 1], []),
      (["a": 1, "b": 2], ["a": 2, "c": nil], ["- /b 2", "~ /a 1 2", "+ /c null"]),
      (
        ["m": [["id": "x", "n": 1], ["id": "y", "n": 2], ["id": 3, "n": 3]]],
        ["m": [["id": "y", "n": 2], ["id": "x", "n": 9], ["id": "z"]]],
        [
          #"- /m[id=3] {"id":3,"n":3}"#, "> /m[id=y] 1 0", "~ /m[id=x]/n 1 9",
          #"+ /m[id=z] {"id":"z"}"#,
        ]
      ),
      (["m": [1, 2, 3, 4]], ["m": [1, 3, 5]], ["- /m/1 2", "~ /m/2 4 5"]),
      ([["id": "a"]], [["id": "a", "n": 1]], ["+ /[id=a]/n 1"]),
      (["m": [["id": "a/b"]]], ["m": [["id": "a/b", "n": 1]]], ["+ /m/0/n 1"]),
      (["m": [["id": "a"], ["id": "a"]]], ["m": [["id": "a"]]], [#"- /m/1 {"id":"a"}"#]),
      ([1], ["a": 1], [#"~  [1] {"a":1}"#]),
      (
        ["m": [["id": "7"], ["id": 7]]], ["m": [["id": "7", "n": 1], ["id": 7, "n": 2]]],
        ["+ /m/0/n 1", "+ /m/1/n 2"]
      ),
      (
        ["m": [["id": 0], ["id": -0.0]]], ["m": [["id": 0, "n": 1], ["id": -0.0, "n": 2]]],
        ["+ /m/0/n 1", "+ /m/1/n 2"]
      ),
      (
        ["m": [["id": 1], ["id": "1.0"]]], ["m": [["id": 1, "n": 1], ["id": "1.0", "n": 2]]],
        ["+ /m/0/n 1", "+ /m/1/n 2"]
      ),
      (
        ["m": [["id": "1"], ["id": "1.0"]]], ["m": [["id": "1", "n": 1], ["id": "1.0", "n": 2]]],
        ["+ /m[id=1]/n 1", "+ /m[id=1.0]/n 2"]
      ),
    ] as [(JSON, JSON, [String])])
  func aDifferenceListsTheChangedLeaves(old: JSON, new: JSON, leaves: [String]) throws {
    let difference = StateDifference(from: old, to: new)
    #expect(difference.leaves.map(\.line) == leaves)
    for leaf in difference.leaves {
      let path = try ValuePath(leaf.path)
      #expect(path.resolve(in: leaf.after == nil ? old : new) == leaf.after ?? leaf.before)
    }
  }

  /// The key would be repeated in each path: 100 MB for states of 120 kB.
  @Test func aLongKeyIsNotRepeatedForEachDifferenceBelowIt() {
    let key = String(repeating: "k", count: 100_000)
    func state(_ number: JSON) -> JSON {
      var members = JSONObject()
      for index in 0..<1000 { members["m\(index)"] = number }
      return [key: .object(members), "a": [key: [["id": 1, "n": number]]]]
    }
    let leaves = StateDifference(from: state(0), to: state(1)).leaves
    #expect(leaves.count == 1001)
    let paths = ["/" + key.prefix(1023) + "…", "/a/" + key.prefix(1021) + "…"]
    #expect(Set(leaves.map(\.path)) == Set(paths))
    #expect(leaves.last?.after == JSONPointer(tokens: ["a", key, "0", "n"]))
  }

  @Test func aLongPathIsCutBetweenCharacters() {
    let key = String(repeating: "é", count: 600)
    let leaf = StateDifference(from: [key: 1], to: [key: 2]).leaves.first
    #expect(leaf?.path == "/" + key.prefix(511) + "…")
  }

  @Test func exactlyTheDifferencesAreFound() {
    for seed in 0..<500 { checkDifference(seed: seed) }
  }

  private func checkDifference(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let old = random.state()
    let new = (try? old.applying(random.patch(of: old))) ?? old
    let difference = StateDifference(from: old, to: new)
    #expect(difference.isEmpty == (old == new), "seed \(seed)")
    for leaf in difference.leaves {
      switch leaf.change {
      case .added(let value): #expect(leaf.after.flatMap { new[$0] } == value, "seed \(seed)")
      case .removed(let value): #expect(leaf.before.flatMap { old[$0] } == value, "seed \(seed)")
      case .replaced(let before, let after):
        #expect(leaf.before.flatMap { old[$0] } == before, "seed \(seed)")
        #expect(leaf.after.flatMap { new[$0] } == after, "seed \(seed)")
        #expect(before != after, "seed \(seed)")
      case .moved(let from, let to): #expect(from >= 0 && to >= 0, "seed \(seed)")
      }
    }
  }
}

extension StateDifference.Leaf {
  fileprivate var line: String {
    switch change {
    case .added(let value): "+ \(path) \(value)"
    case .removed(let value): "- \(path) \(value)"
    case .replaced(let old, let new): "~ \(path) \(old) \(new)"
    case .moved(let from, let to): "> \(path) \(from) \(to)"
    }
  }
}

extension [Int] {
  /// The length of the longest common subsequence, computed with the complete table.
  fileprivate func commonCount(with other: [Int]) -> Int {
    var row = Array(repeating: 0, count: other.count + 1)
    for element in self {
      var next = row
      for (place, candidate) in other.enumerated() {
        next[place + 1] =
          element == candidate ? row[place] + 1 : Swift.max(row[place + 1], next[place])
      }
      row = next
    }
    return row[other.count]
  }
}
