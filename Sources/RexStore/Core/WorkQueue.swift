public import RexActions

/// An item in a store's queue.
@usableFromInline
enum Work<Action: Sendable, State: Sendable>: Sendable {
  /// Sends an action through the chain.
  case action(Action, ActionSource, Cause?)
  /// Calls a closure as a link, such as the rest of the chain after a late call of `next`.
  case resumption(@Sendable () -> Void)
  /// Sets the state.
  case replacement(State, ActionSource)
  /// Adds an observer.
  case subscription(Observer<Action, State>)
  /// Calls a closure when all earlier work is done.
  case checkpoint(@Sendable (State) -> Void)
}

/// A queue of work, drained by at most one thread at a time.
@usableFromInline
struct WorkQueue<Action: Sendable, State: Sendable> {
  @usableFromInline var pending: [Work<Action, State>] = []
  @usableFromInline var isDraining = false
  /// The number of items that other threads have queued since draining began.
  @usableFromInline var othersCount = 0

  /// What the draining thread does next.
  @usableFromInline
  enum DrainStep {
    case nothing, batch, tooMany
  }

  @inlinable
  init() {}

  /// Starts draining and returns true; if a thread is draining already, queues the work.
  ///
  /// - Parameters:
  ///   - work: The work, which the caller performs first if it starts draining.
  ///   - isInside: Whether the caller runs inside the current work.
  @inlinable
  mutating func begin(
    _ work: @autoclosure () -> Work<Action, State>, isInside: @autoclosure () -> Bool
  ) -> Bool {
    guard isDraining else {
      isDraining = true
      othersCount = 0
      return true
    }
    if !isInside() { othersCount += 1 }
    pending.append(work())
    return false
  }

  /// Moves all pending work to an empty batch; ends draining if there is none.
  ///
  /// If other threads have queued more than `othersMax` items, the work stays in the queue.
  @inlinable
  mutating func takeBatch(_ batch: inout [Work<Action, State>], othersMax: Int) -> DrainStep {
    if pending.isEmpty {
      isDraining = false
      return .nothing
    }
    guard othersCount <= othersMax else { return .tooMany }
    swap(&batch, &pending)
    return .batch
  }
}
