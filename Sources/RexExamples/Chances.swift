import RexLocking

/// Random choices from a seed that several closures share; the same in the same order of asking.
final class Chances: Sendable {
  private let random: Locked<SplitMix64>

  init(seed: UInt64) { random = Locked(SplitMix64(seed: seed)) }

  func number(in range: ClosedRange<Int>) -> Int {
    random.withLock { Int.random(in: range, using: &$0) }
  }

  func isOnce(in times: Int) -> Bool { number(in: 1...times) == 1 }

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(in: 0...elements.count - 1)]
  }

  /// So many hexadecimal digits.
  func hex(_ digits: Int) -> String {
    String((0..<digits).map { _ in pick(Array("0123456789abcdef")) })
  }
}
