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
