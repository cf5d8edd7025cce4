import Foundation

/// An action that a store handles or has handled, as the cause of those that it leads to.
///
///     dispatch(a) ─▶ handling a, current is a ─▶ a middleware dispatches b ─▶ b's cause is a
///
/// Whoever records the actions gives each the number it has in the log, and asks for its cause's
/// number there. An action that never reached the log, because a middleware swallowed or replaced
/// it, stands for its own cause.
///
/// A log is any object that stands for it. It is kept, so that no other takes its place in memory.
@usableFromInline
package final class Cause: @unchecked Sendable {
  // Unchecked because of the variables, which are used only while `lock` is held.
  private let lock = NSLock()
  private var parent: Cause?
  private var numbers: [(log: AnyObject, seq: Int)] = []
  private var hasEnded = false

  /// The action in whose handling the caller is, or that its task stems from.
  @usableFromInline package static var current: Cause? { inHand }

  @TaskLocal private static var inHand: Cause?

  /// An action that this one has led to; nil for one that nothing is known to have led to.
  @usableFromInline
  package init(of parent: Cause?) {
    self.parent = parent
    (nextIn, original) = (nil, nil)
  }

  /// What leads to an action of a parent store that stands for one of its child.
  ///
  /// The number that the former gets in a log is the latter's, too.
  package init(standingFor original: Cause) {
    (parent, nextIn, self.original) = (original, nil, original)
    end()
  }

  /// The action of a child store that an action of its parent stands for.
  private let original: Cause?

  /// The log in which the next action that is recorded in this one's handling is this one itself.
  private let nextIn: AnyObject?

  /// An action that is being handled, and is the next one in a log where it is recorded.
  package init(of parent: Cause?, nextIn log: AnyObject) {
    self.parent = parent
    (nextIn, original) = (log, nil)
  }

  /// An action that was handled and has a number in a log.
  package init(_ seq: Int, in log: AnyObject, of parent: Cause?) {
    self.parent = parent
    (nextIn, original, numbers) = (nil, nil, [(log, seq)])
    end()
  }

  /// Whether this is the action that is recorded now in a log, rather than what led to it.
  package func isRecorded(in log: AnyObject) -> Bool {
    nextIn === log && withLock { !hasEnded }
  }

  /// Says which number this action has in a log.
  package func setSeq(_ seq: Int, in log: AnyObject) {
    let parent = withLock {
      numbers.removeAll { $0.log === log }
      numbers.append((log, seq))
      return self.parent
    }
    parent?.original?.setSeq(seq, in: log)
  }

  /// The number in a log of this action or, if it has none, of what led to it.
  package func seq(in log: AnyObject) -> Int? {
    var cause: Cause? = self
    while let next = cause {
      let (own, parent) = next.withLock {
        (next.numbers.first { $0.log === log }?.seq, next.parent)
      }
      if let own { return own }
      cause = parent
    }
    return nil
  }

  /// The number in a log of what led to this action, asked while the action is being handled.
  package func causeSeq(in log: AnyObject) -> Int? { withLock { parent }?.seq(in: log) }

  /// Ends the handling: of what led to this action, what has ended too is needed no more.
  ///
  /// So a chain of causes is never longer than the actions that are being handled, one in another.
  @usableFromInline
  package func end() {
    withLock { hasEnded = true }
    while let passed = withLock({ parent }), let (inherited, next) = passed.legacy() {
      let released = withLock { () -> Cause? in
        for number in inherited where !numbers.contains(where: { $0.log === number.log }) {
          numbers.append(number)
        }
        defer { parent = next }
        return parent
      }
      // Causes are let go one by one, and outside the lock.
      withExtendedLifetime(released) {}
    }
  }

  /// What there is to know once this action was handled; nil as long as it is being handled.
  private func legacy() -> (numbers: [(log: AnyObject, seq: Int)], parent: Cause?)? {
    withLock { hasEnded ? (numbers, parent) : nil }
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}

extension Cause {
  /// Runs a closure as part of the handling of an action.
  @usableFromInline
  package static func withCurrent(_ cause: Cause?, _ body: () -> Void) {
    $inHand.withValue(cause, operation: body)
  }

  /// Runs a closure as part of the handling of an action.
  package static func withCurrent<Result>(
    _ cause: Cause?, _ body: () throws -> Result
  ) rethrows -> Result {
    try $inHand.withValue(cause, operation: body)
  }

  /// Runs a closure as part of the handling of an action, and the tasks that it begins.
  package static func withCurrent<Result>(
    _ cause: Cause?, isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $inHand.withValue(cause, operation: body, isolation: isolation)
  }
}
