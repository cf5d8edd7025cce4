import Foundation
import RexActions

/// Schedules the steps of several threads: freely, or one at a time in a seeded order.
///
/// In seeded order, each step still runs on its own thread, but the order of all steps is the same
/// on every run.
final class Turns: @unchecked Sendable {
  // Unchecked because of the variables, which are accessed only while `condition` is held.
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

  /// Runs a step of a thread when it is its turn; returns false once the session is over.
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
