import RexQuestions
import RexTimeline
import TestSupport
import Testing

/// A binary search finds the first bad state in few tests, or reports why it cannot.
@Suite struct StateBisectionTests {
  @Test(arguments: [1, 2, 3, 100, 4_097], 1...UInt64(20))
  func theFirstBadStateIsFound(_ count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let seqs = 7...(7 + count)
    let first = Int.random(in: 8...seqs.upperBound, using: &random)
    let (bisection, tests) = search(seqs) { $0 < first ? .good : .bad }
    #expect(bisection.outcome == .found(first), "seed \(seed)")
    #expect(bisection.exceptions == [], "seed \(seed)")
    #expect(tests.count <= bisection.testCountEstimate, "seed \(seed)")
    #expect(Set(tests).count == tests.count, "each state once")
  }

  @Test(arguments: 1...UInt64(50))
  func statesThatCannotBeTestedAreSkipped(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let skipped = Set((0..<30).map { _ in Int.random(in: 1..<100, using: &random) })
    let first = Int.random(in: 1...100, using: &random)
    let (bisection, _) = search(0...100) {
      skipped.contains($0) ? .skipped : $0 < first ? .good : .bad
    }
    let tested = (0...100).filter { !skipped.contains($0) }
    let (good, bad) = (
      tested.filter { $0 < first }.max() ?? 0, tested.filter { $0 >= first }.min() ?? 100
    )
    #expect(
      bisection.outcome == (bad - good == 1 ? .found(bad) : .foundAmong(good + 1...bad)),
      "seed \(seed)")
  }

  /// However many states are missing, the first bad one is found among those that are there.
  @Test(arguments: 1...UInt64(50))
  func statesThatAreNotInTheLogAreLeftOut(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ranges = (0..<4).map { _ in
      let start = Int.random(in: 1...1_000, using: &random)
      return start...min(start + .random(in: 0...300, using: &random), 1_000)
    }
    let there = (0...1_000).filter { seq in !ranges.contains { $0.contains(seq) } }
    let first = Int.random(in: 1...1_000, using: &random)
    var bisection = StateBisection(0...1_000)
    var tests: [Int] = []
    while let seq = bisection.next() {
      if let range = ranges.first(where: { $0.contains(seq) }) {
        bisection.leaveOut(range)
      } else {
        tests.append(seq)
        bisection.record(seq < first ? .good : .bad, for: seq)
      }
    }
    let good = there.filter { $0 < first }.max() ?? 0
    let bad = there.filter { $0 >= first }.min()
    let found = bad.map { bad -> StateBisection.Outcome in
      bad - good == 1 ? .found(bad) : .foundAmong(good + 1...bad)
    }
    #expect(bisection.outcome == found ?? .endIsGood, "seed \(seed)")
    #expect(bisection.last == there.last, "seed \(seed)")
    #expect(Set(tests).count == tests.count && tests.count <= bisection.testCountEstimate)
  }

  @Test func aLogOfMissingStatesHasNothingToTest() {
    var bisection = StateBisection(3...9)
    while bisection.next() != nil { bisection.leaveOut(3...9) }
    #expect(bisection.outcome == .endIsUntested(3))
  }

  @Test func endsThatDoNotDifferAreReported() {
    #expect(search(0...9) { _ in .bad }.bisection.outcome == .startIsBad)
    #expect(search(0...9) { _ in .good }.bisection.outcome == .endIsGood)
    #expect(search(0...9) { $0 == 0 ? .good : .skipped }.bisection.outcome == .endIsUntested(9))
    #expect(search(0...0) { _ in .good }.bisection.outcome == .endIsGood)
  }

  @Test func statesThatTurnGoodAgainAreReported() {
    let (bisection, _) = search(0...300) { (80..<120).contains($0) || $0 > 290 ? .bad : .good }
    guard case .found(let seq) = bisection.outcome else {
      Issue.record("\(String(describing: bisection.outcome))")
      return
    }
    #expect(seq == 80 || seq == 291)
    #expect(!bisection.exceptions.isEmpty)
  }

  private func search(
    _ seqs: ClosedRange<Int>, _ test: (Int) -> StateBisection.TestResult
  ) -> (bisection: StateBisection, tests: [Int]) {
    var bisection = StateBisection(seqs)
    var tests: [Int] = []
    while let seq = bisection.next() {
      tests.append(seq)
      bisection.record(test(seq), for: seq)
    }
    return (bisection, tests)
  }
}
