import Foundation

/// An action, as the cause of the actions dispatched while it is handled.
///
///     dispatch(a) ─▶ handling a, current is a ─▶ a middleware dispatches b ─▶ b's cause is a
///
/// A recorder sets the number of each recorded action with `setSeq(_:in:)`, and reads the number of
/// its cause with `causeSeq(in:)`. If an action was never recorded, because a middleware dropped or
/// replaced it, the recorder uses that action's own cause.
///
/// A log is identified by an object, which is retained so that its address is not reused.
@usableFromInline
package final class Cause: @unchecked Sendable {
  // Unchecked because of the variables, which are accessed only while `lock` is held.
  private let lock = NSLock()
  private var parent: Cause?
  private var numbers: [(log: AnyObject, seq: Int)] = []
  private var hasEnded = false
  /// The child store's action that this action of the parent store represents.
  private let original: Cause?
  /// While open, `record` into this log numbers this cause instead of an action that it caused.
  private let handledIn: AnyObject?

  /// The action that the caller's task is handling, or that started the task.
  @usableFromInline package static var current: Cause? { taskCause }

  @TaskLocal private static var taskCause: Cause?

  /// Creates an action that another one caused; `parent` is nil if the cause is unknown.
  @usableFromInline
  package init(of parent: Cause?) {
    self.parent = parent
    (handledIn, original) = (nil, nil)
  }

  /// Creates the parent store's action that represents an action of a child store.
  ///
  /// Both have the same number in a log.
  package init(representing original: Cause) {
    (parent, handledIn, self.original) = (original, nil, original)
    end()
  }

  /// Creates an action whose handling has begun, before it is recorded in a log.
  package init(of parent: Cause?, handledIn log: AnyObject) {
    self.parent = parent
    (handledIn, original) = (log, nil)
  }

  /// Creates an action that was handled and has a number in a log.
  package init(_ seq: Int, in log: AnyObject, of parent: Cause?) {
    self.parent = parent
    (handledIn, original, numbers) = (nil, nil, [(log, seq)])
    end()
  }

  /// Whether the action to record now in a log is this one, rather than one that it caused.
  package func isToBeRecorded(in log: AnyObject) -> Bool {
    handledIn === log && withLock { !hasEnded }
  }

  /// Sets the number of this action in a log.
  package func setSeq(_ seq: Int, in log: AnyObject) {
    let parent = withLock {
      numbers.removeAll { $0.log === log }
      numbers.append((log, seq))
      return self.parent
    }
    parent?.original?.setSeq(seq, in: log)
  }

  /// Returns this action's number in a log, or else the number of its nearest recorded cause.
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

  /// Returns the number in a log of this action's cause; call it while the action is being handled.
  package func causeSeq(in log: AnyObject) -> Int? { withLock { parent }?.seq(in: log) }

  /// Ends the handling, and drops the causes whose handling has ended as well.
  ///
  /// A chain of causes is therefore never longer than the number of nested actions being handled.
  /// In logs where this action has no number, it gets the number of the dropped cause.
  @usableFromInline
  package func end() {
    withLock { hasEnded = true }
    while let ended = withLock({ parent }), let (inherited, next) = ended.contentIfEnded() {
      let released = withLock { () -> Cause? in
        for number in inherited where !numbers.contains(where: { $0.log === number.log }) {
          numbers.append(number)
        }
        defer { parent = next }
        return parent
      }
      // Released outside the lock, and one by one, since releasing a long chain would recurse.
      withExtendedLifetime(released) {}
    }
  }

  /// Returns the numbers and the cause if the handling has ended; nil before.
  private func contentIfEnded() -> (numbers: [(log: AnyObject, seq: Int)], parent: Cause?)? {
    withLock { hasEnded ? (numbers, parent) : nil }
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}

extension Cause {
  /// Runs a closure with an action as the current cause.
  @usableFromInline
  package static func withCurrent(_ cause: Cause?, _ body: () -> Void) {
    $taskCause.withValue(cause, operation: body)
  }

  /// Runs a closure with an action as the current cause, and returns its result.
  package static func withCurrent<Result>(
    _ cause: Cause?, _ body: () throws -> Result
  ) rethrows -> Result {
    try $taskCause.withValue(cause, operation: body)
  }

  /// Runs a closure with an action as the current cause, also in the tasks that it starts.
  package static func withCurrent<Result>(
    _ cause: Cause?, isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $taskCause.withValue(cause, operation: body, isolation: isolation)
  }
}
