import Foundation
import RexLocking

/// Calls a closure for each index on several threads, and takes the results in order on this one.
///
///     threads  ──▶ 0 ─▶ 2 ────▶ 4 …      body, several at a time
///     caller   ──▶ 0, 1, 2, 3 …          take, one after the other
///
/// - Parameters:
///   - isStopped: asked before each index; once it is true, no other one begins.
///   - take: called for every index that began; if it throws, no other one begins.
package func forEachInOrder<Value: Sendable>(
  count: Int, jobCount: Int, isStopped: @escaping @Sendable () -> Bool = { false },
  _ body: @escaping @Sendable (Int, WorkTurn) -> Value, then take: (Int, Value) throws -> Void
) rethrows {
  let order = WorkOrder<Value>(count: count, aheadMax: jobCount * workAheadMax)
  for _ in 0..<min(jobCount, count) {
    let thread = Thread {
      while let index = order.begin(unless: isStopped) {
        let turn = WorkTurn(
          isNow: { order.isTurn(of: index) }, wait: { order.waitForTurn(of: index) })
        order.finish(index, body(index, turn))
      }
      order.leave()
    }
    // As much as the main thread's, since a log's values are nested deeply on either.
    thread.stackSize = 8 << 20
    order.enter()
    thread.start()
  }
  defer { order.end() }
  var index = 0
  while index < count, let value = order.value(of: index) {
    try take(index, value)
    index += 1
  }
}

/// How many results a thread may have finished before they are taken.
private let workAheadMax = 8

/// When the result of a piece of parallel work is the next to be taken.
package struct WorkTurn: Sendable {
  /// Whether it is the next.
  package var isNow: @Sendable () -> Bool
  /// Waits until it is the next, or all work has ended.
  package var wait: @Sendable () -> Void
}

/// Which indices have begun, which are done, and which is taken next.
///
/// Sendable because everything that changes is only accessed while `condition` is locked.
private final class WorkOrder<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let count: Int
  private let aheadMax: Int
  private var values: [Int: Value] = [:]
  /// The next index to begin.
  private var next = 0
  /// The index whose value is taken next.
  private var turn = 0
  private var phase = Phase.running
  private var threadCount = 0

  private enum Phase {
    case running
    /// No other index begins; the values of those that have begun are taken.
    case stopping
    /// No other value is taken.
    case ended
  }

  init(count: Int, aheadMax: Int) { (self.count, self.aheadMax) = (count, aheadMax) }

  func enter() { locked { threadCount += 1 } }

  func leave() { locked { threadCount -= 1 } }

  /// Returns the next index to work on, once it is near enough to what is taken; nil at the end.
  func begin(unless isStopped: () -> Bool) -> Int? {
    let isStopped = isStopped()
    return locked {
      if isStopped, phase == .running { phase = .stopping }
      while phase == .running, next < count, next - turn >= aheadMax { condition.wait() }
      guard phase == .running, next < count else { return nil }
      next += 1
      return next - 1
    }
  }

  func finish(_ index: Int, _ value: Value) { locked { values[index] = value } }

  /// Waits for the value of an index, whose turn it is now; nil if it never begins.
  func value(of index: Int) -> Value? {
    locked {
      turn = index
      condition.broadcast()
      while values[index] == nil, index < next || phase == .running { condition.wait() }
      return values.removeValue(forKey: index)
    }
  }

  func isTurn(of index: Int) -> Bool { locked { turn == index } }

  func waitForTurn(of index: Int) {
    locked { while turn != index, phase != .ended { condition.wait() } }
  }

  /// Lets no other index begin, and waits for those that have begun.
  func end() {
    locked {
      phase = .ended
      condition.broadcast()
      while threadCount > 0 { condition.wait() }
    }
  }

  /// Changes what is shared, and wakes whoever waits for it.
  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    defer { condition.broadcast() }
    return body()
  }
}
