import Foundation

/// Who of several threads goes next: whoever comes, or one after the other as a seed decides.
///
/// With turns, each step still runs on its own thread, but only one at a time, and the order of all
/// steps is the same on every run.
final class Turns: @unchecked Sendable {
  // Unchecked because of the variables, which are read and written only while `condition` is held.
  private let condition = NSCondition()
  private var current = 0
  private var random: SplitMix64
  private let count: Int
  private let isOrdered: Bool
  private let isOver: @Sendable () -> Bool

  init(of count: Int, seed: UInt64, isOrdered: Bool, isOver: @escaping @Sendable () -> Bool) {
    (self.count, self.isOrdered, self.isOver) = (count, isOrdered, isOver)
    random = SplitMix64(seed: seed)
  }

  /// Runs a step of a thread when it is its turn; false when all is over.
  func take(_ thread: Int, _ step: () -> Void) -> Bool {
    guard isOrdered else {
      if isOver() { return false }
      step()
      return true
    }
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    while current != thread, !isOver() { condition.wait() }
    if isOver() { return false }
    step()
    current = Int.random(in: 0..<count, using: &random)
    return true
  }
}
