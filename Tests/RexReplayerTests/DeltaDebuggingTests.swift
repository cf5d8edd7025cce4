import RexMinimizer
import RexReplayer
import TestSupport
import Testing

/// The search alone, with random properties: its result always has the property.
@Suite struct DeltaDebuggingTests {
  @Test(arguments: 1...UInt64(tries(150, gate: 500, long: 20_000)))
  func theResultIsMinimalAndHasTheProperty(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...24, using: &random)
    let oracle = RandomOracle(count, &random)
    let all = Array(0..<count)
    guard oracle.holds(all) else { return }
    var search = DeltaDebugging(oracle.units(&random))
    var testCount = 0
    while let candidate = search.next() {
      testCount += 1
      #expect(candidate == candidate.sorted(), "seed \(seed)")
      search.record(oracle.holds(candidate))
      #expect(oracle.holds(search.kept), "seed \(seed): the property was lost")
    }
    #expect(search.isMinimal, "seed \(seed)")
    for seq in search.kept {
      #expect(!oracle.holds(search.kept.filter { $0 != seq }), "seed \(seed): without \(seq)")
    }
    #expect(testCount <= 2 * (count * count + 3 * count), "seed \(seed)")
  }

  @Test(arguments: [0, 1, 2, 7, 100])
  func testCountIsWithinTheBound(count: Int) {
    for pattern in 0..<4 {
      var search = DeltaDebugging((0..<count).map { [$0] })
      var testCount = 0
      while search.next() != nil {
        search.record(pattern > 0 && testCount % (pattern + 1) == 0)
        testCount += 1
      }
      #expect(testCount <= count * count + 3 * count)
    }
  }

  @Test(arguments: 1...UInt64(10))
  func findingThreeOfTenThousandTakesFewTests(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let planted = Set((0..<3).map { _ in Int.random(in: 0..<10_000, using: &random) })
    var search = DeltaDebugging((0..<10_000).map { [$0] })
    var testCount = 0
    while let candidate = search.next() {
      search.record(planted.isSubset(of: candidate))
      testCount += 1
    }
    #expect(Set(search.kept) == planted, "seed \(seed)")
    #expect(testCount < 200, "seed \(seed)")
  }

  @Test func aUnitIsLeftOutAsAWholeAndThenByAction() {
    var search = DeltaDebugging([[1, 3], [2], [4]])
    var asked: [[Int]] = []
    while let candidate = search.next() {
      asked.append(candidate)
      search.record(candidate.contains(3))
    }
    #expect(asked.first == [])
    #expect(!asked.prefix { $0 != [1, 3] }.contains { $0.contains(1) != $0.contains(3) })
    #expect(search.kept == [3])
  }

  @Test func aPropertyOfTheEmptySetKeepsNothing() {
    var search = DeltaDebugging([[1], [2]])
    #expect(search.next() == [])
    search.record(true)
    #expect(search.next() == nil)
    #expect(search.kept == [] && search.isMinimal)
  }
}

/// A random property of sets of numbers; adding a number may lose it.
private struct RandomOracle {
  private let count: Int
  /// The property holds if a set contains all of one of these.
  private var needed: [Set<Int>] = []
  /// A set must contain both or none of each of these pairs.
  private var pairs: [(Int, Int)] = []

  init(_ count: Int, _ random: inout SeededGenerator) {
    self.count = count
    let isMonotone = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let size = Int.random(in: 0...min(5, count), using: &random)
      needed.append(Set((0..<size).map { _ in Int.random(in: 0..<count, using: &random) }))
    }
    guard !isMonotone, count > 1 else { return }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      pairs.append(
        (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)))
    }
  }

  func holds(_ numbers: [Int]) -> Bool {
    let numbers = Set(numbers)
    return needed.contains { $0.isSubset(of: numbers) }
      && pairs.allSatisfy { numbers.contains($0.0) == numbers.contains($0.1) }
  }

  /// All numbers, some of them grouped.
  func units(_ random: inout SeededGenerator) -> [[Int]] {
    var units: [[Int]] = []
    for number in 0..<count {
      if let unit = units.indices.randomElement(using: &random), Bool.random(using: &random) {
        units[unit].append(number)
      } else {
        units.append([number])
      }
    }
    return units
  }
}
