import RexActions
import RexLocking

/// A seeded source of random choices that several closures share.
final class SeededRandom: Sendable {
  private let random: Locked<SplitMix64>

  init(seed: UInt64) { random = Locked(SplitMix64(seed: seed)) }

  func number(in range: ClosedRange<Int>) -> Int {
    random.withLock { Int.random(in: range, using: &$0) }
  }

  func isOne(in count: Int) -> Bool { number(in: 1...count) == 1 }

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(in: 0...elements.count - 1)]
  }

  /// Returns a random string of hexadecimal digits.
  func hex(_ digits: Int) -> String {
    String((0..<digits).map { _ in pick(Array("0123456789abcdef")) })
  }
}
