import Foundation

/// An action that a store handles or has handled, as the cause of those that it leads to.
///
///     dispatch(a) ─▶ handling a, current is a ─▶ a middleware dispatches b ─▶ b's cause is a
///
/// Whoever records the actions gives each the number it has in the log, and asks for its cause's
/// number there. An action that never reached the log, because a middleware swallowed or replaced
/// it, stands for its own cause.
@usableFromInline
package final class Cause: @unchecked Sendable {
  // Unchecked because of the variables, which are used only while `lock` is held.
  private let lock = NSLock()
  private var parent: Cause?
  private var numbers: [(log: ObjectIdentifier, seq: Int)] = []
  private var hasEnded = false

  /// The action in whose handling the caller is, or that its task stems from.
  @usableFromInline package static var current: Cause? { inHand }

  @TaskLocal private static var inHand: Cause?

  /// Runs a closure as part of the handling of an action.
  @usableFromInline
  package static func withCurrent(_ cause: Cause?, _ body: () -> Void) {
    $inHand.withValue(cause, operation: body)
  }

  /// An action that this one has led to; nil for one that nothing is known to have led to.
  @usableFromInline
  package init(of parent: Cause?) { self.parent = parent }

  /// Says which number this action has in a log.
  package func setSeq(_ seq: Int, in log: AnyObject) {
    withLock {
      numbers.removeAll { $0.log == ObjectIdentifier(log) }
      numbers.append((ObjectIdentifier(log), seq))
    }
  }

  /// The number in a log of this action or, if it has none, of what led to it.
  package func seq(in log: AnyObject) -> Int? { number(in: ObjectIdentifier(log)) }

  /// The number in a log of what led to this action, asked while the action is being handled.
  package func causeSeq(in log: AnyObject) -> Int? { withLock { parent }?.seq(in: log) }

  /// Ends the handling: what led to this action is needed no more, but for its numbers.
  @usableFromInline
  package func end() {
    let inherited = withLock { parent }?.settledNumbers()
    let released = withLock { () -> Cause? in
      hasEnded = true
      guard let inherited else { return nil }
      for number in inherited where !numbers.contains(where: { $0.log == number.log }) {
        numbers.append(number)
      }
      return parent.take()
    }
    // A chain of causes is let go one by one, and outside the lock.
    withExtendedLifetime(released) {}
  }

  /// The numbers, when there will be no others; nil as long as the action is being handled.
  private func settledNumbers() -> [(log: ObjectIdentifier, seq: Int)]? {
    withLock { hasEnded ? numbers : nil }
  }

  private func number(in log: ObjectIdentifier) -> Int? {
    let (own, parent) = withLock { (numbers.first { $0.log == log }?.seq, self.parent) }
    return own ?? parent?.number(in: log)
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}
