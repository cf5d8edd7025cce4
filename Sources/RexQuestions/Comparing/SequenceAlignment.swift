import RexDiff

/// An alignment of two sequences: a long common subsequence, found in nearly linear time.
///
///     old   a b c d e f        runs   a b ─ a b
///     new   a b x d e f f             d e f ─ d e f
///
/// Common prefixes and suffixes are matched first. The rest is compared by Myers' algorithm ("An
/// O(ND) Difference Algorithm", 1986), which finds the longest common subsequence within `editsMax`
/// edits. If the sequences differ more, elements that occur once in each are ordered by their
/// longest increasing subsequence (Cohen's patience diff). Runs grow from these anchors, and Myers'
/// algorithm is tried once more between them. The time is at most the count times `editsMax`.
struct SequenceAlignment: Sendable, Equatable {
  /// Elements that are consecutive in both sequences.
  struct Run: Sendable, Equatable {
    var old: Int
    var new: Int
    var count: Int
  }

  /// The runs, in order; none ends where the next one begins.
  private(set) var runs: [Run] = []

  /// The most edits that Myers' algorithm looks for.
  static let editsMax = 256

  /// Aligns two sequences of fingerprints.
  init(from old: [Int], to new: [Int]) {
    var pending = [(old: 0..<old.count, new: 0..<new.count, mayAnchor: true)]
    while let (oldRange, newRange, mayAnchor) = pending.popLast() {
      let (oldRest, newRest) = trim(old, oldRange, new, newRange)
      if oldRest.isEmpty || newRest.isEmpty { continue }
      if compareByEdits(old, oldRest, new, newRest) || !mayAnchor { continue }
      let anchors = Self.anchors(old, oldRest, new, newRest)
      var (oldStart, newStart) = (oldRest.lowerBound, newRest.lowerBound)
      for anchor in anchors where anchor.old >= oldStart && anchor.new >= newStart {
        let run = Self.grown(
          anchor, old, oldStart..<oldRest.upperBound, new, newStart..<newRest.upperBound)
        runs.append(run)
        pending.append((oldStart..<run.old, newStart..<run.new, false))
        (oldStart, newStart) = (run.old + run.count, run.new + run.count)
      }
      pending.append((oldStart..<oldRest.upperBound, newStart..<newRest.upperBound, false))
    }
    join()
  }

  /// Pairs the elements that are equal at the same index.
  init(byIndexOf old: [Int], and new: [Int]) {
    for (index, (left, right)) in zip(old, new).enumerated() where left == right {
      runs.append(Run(old: index, new: index, count: 1))
    }
    join()
  }

  /// The number of paired elements.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// The elements before, between and after the runs that are not paired.
  func gaps(upTo oldCount: Int, _ newCount: Int) -> [(old: Range<Int>, new: Range<Int>)] {
    var (oldStart, newStart) = (0, 0)
    return (runs + [Run(old: oldCount, new: newCount, count: 0)]).compactMap { run in
      defer { (oldStart, newStart) = (run.old + run.count, run.new + run.count) }
      guard run.old > oldStart || run.new > newStart else { return nil }
      return (oldStart..<run.old, newStart..<run.new)
    }
  }

  /// Adds the common prefix and suffix as runs; returns the ranges between.
  private mutating func trim(
    _ old: [Int], _ oldRange: Range<Int>, _ new: [Int], _ newRange: Range<Int>
  ) -> (Range<Int>, Range<Int>) {
    let common = min(oldRange.count, newRange.count)
    var head = 0
    while head < common, old[oldRange.lowerBound + head] == new[newRange.lowerBound + head] {
      head += 1
    }
    var tail = 0
    while tail < common - head,
      old[oldRange.upperBound - 1 - tail] == new[newRange.upperBound - 1 - tail]
    {
      tail += 1
    }
    if head > 0 {
      runs.append(Run(old: oldRange.lowerBound, new: newRange.lowerBound, count: head))
    }
    if tail > 0 {
      runs.append(
        Run(old: oldRange.upperBound - tail, new: newRange.upperBound - tail, count: tail))
    }
    return (
      (oldRange.lowerBound + head)..<(oldRange.upperBound - tail),
      (newRange.lowerBound + head)..<(newRange.upperBound - tail)
    )
  }

  /// Sorts the runs, and joins adjacent ones.
  private mutating func join() {
    runs.sort { $0.old < $1.old }
    var joined: [Run] = []
    for run in runs {
      if let last = joined.last, last.old + last.count == run.old, last.new + last.count == run.new
      {
        joined[joined.count - 1].count += run.count
      } else {
        joined.append(run)
      }
    }
    runs = joined
  }
}

extension SequenceAlignment {
  /// Elements that occur once on each side and in the same order on both.
  private static func anchors(
    _ old: [Int], _ oldRange: Range<Int>, _ new: [Int], _ newRange: Range<Int>
  ) -> [Run] {
    var indexes: [Int: (old: Int, oldCount: Int, new: Int, newCount: Int)] = [:]
    for index in oldRange {
      indexes[old[index], default: (0, 0, 0, 0)].old = index
      indexes[old[index]]?.oldCount += 1
    }
    for index in newRange {
      indexes[new[index]]?.new = index
      indexes[new[index]]?.newCount += 1
    }
    let unique = indexes.values.filter { $0.oldCount == 1 && $0.newCount == 1 }
      .sorted { $0.old < $1.old }
    let rising = longestIncreasingSubsequence(unique.map(\.new))
    return rising.map { Run(old: unique[$0].old, new: unique[$0].new, count: 1) }
  }

  /// A run, extended by the equal elements on both sides, within ranges.
  private static func grown(
    _ anchor: Run, _ old: [Int], _ oldRange: Range<Int>, _ new: [Int], _ newRange: Range<Int>
  ) -> Run {
    var run = anchor
    while run.old > oldRange.lowerBound, run.new > newRange.lowerBound,
      old[run.old - 1] == new[run.new - 1]
    {
      run = Run(old: run.old - 1, new: run.new - 1, count: run.count + 1)
    }
    while run.old + run.count < oldRange.upperBound, run.new + run.count < newRange.upperBound,
      old[run.old + run.count] == new[run.new + run.count]
    {
      run.count += 1
    }
    return run
  }
}

extension SequenceAlignment {
  /// Compares by the fewest edits; false if there are too many.
  ///
  ///     diagonal = old − new     the furthest old index on each diagonal, edit by edit
  private mutating func compareByEdits(
    _ old: [Int], _ oldRange: Range<Int>, _ new: [Int], _ newRange: Range<Int>
  ) -> Bool {
    let (oldCount, newCount) = (oldRange.count, newRange.count)
    let limit = min(Self.editsMax, oldCount + newCount)
    guard abs(oldCount - newCount) <= limit else { return false }
    var furthest = Array(repeating: 0, count: 2 * limit + 3)
    var history: [[Int]] = []
    for edits in 0...limit {
      history.append(Array(furthest[(limit - edits)...(limit + edits + 2)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let middle = limit + 1 + diagonal
        let goesDown =
          diagonal == -edits || diagonal != edits && furthest[middle - 1] < furthest[middle + 1]
        var x = goesDown ? furthest[middle + 1] : furthest[middle - 1] + 1
        while x < oldCount, x - diagonal < newCount, x - diagonal >= 0,
          old[oldRange.lowerBound + x] == new[newRange.lowerBound + x - diagonal]
        {
          x += 1
        }
        furthest[middle] = x
        guard x >= oldCount, x - diagonal >= newCount else { continue }
        trace(history, edits, from: (oldCount, newCount), oldRange.lowerBound, newRange.lowerBound)
        return true
      }
    }
    return false
  }

  /// Traces the edits back, and adds the matching elements on the way.
  private mutating func trace(
    _ history: [[Int]], _ edits: Int, from end: (Int, Int), _ oldStart: Int, _ newStart: Int
  ) {
    var (x, y) = end
    for edits in stride(from: edits, through: 0, by: -1) {
      let furthest = history[edits]
      let diagonal = x - y
      // The kept slice begins one diagonal below the lowest.
      let middle = edits + 1 + diagonal
      let goesDown =
        diagonal == -edits || diagonal != edits && furthest[middle - 1] < furthest[middle + 1]
      let startX = edits == 0 ? 0 : goesDown ? furthest[middle + 1] : furthest[middle - 1] + 1
      let count = x - startX
      if count > 0 {
        runs.append(Run(old: oldStart + startX, new: newStart + y - count, count: count))
      }
      (x, y) = (startX, y - count)
      if goesDown { y -= 1 } else { x -= 1 }
    }
  }
}
