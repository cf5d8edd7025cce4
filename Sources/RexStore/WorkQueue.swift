public import RexActions

/// What a store does in its turn.
@usableFromInline
enum Work<Action: Sendable, State: Sendable>: Sendable {
  /// Sends an action through the chain.
  case action(Action, ActionSource)
  /// Sends an action through the rest of the chain, by a `next` that was called late.
  case resumption(@Sendable () -> Void)
  /// Sets the state.
  case replacement(State, ActionSource)
  /// Begins to tell an observer of changes.
  case subscription(Observer<Action, State>)
  /// Tells that everything before it is done.
  case checkpoint(@Sendable (State) -> Void)
}

/// Work in its order, of which at most one thread takes at a time.
@usableFromInline
struct WorkQueue<Action: Sendable, State: Sendable> {
  @usableFromInline var pending: [Work<Action, State>] = []
  @usableFromInline var isDraining = false

  @inlinable
  init() {}

  /// Makes the caller the one who drains, the work being its first; else queues the work.
  @inlinable
  mutating func begin(_ work: @autoclosure () -> Work<Action, State>) -> Bool {
    guard isDraining else {
      isDraining = true
      return true
    }
    pending.append(work())
    return false
  }

  /// Moves all that is pending into an empty batch; when there is nothing, the draining is over.
  @inlinable
  mutating func takeBatch(_ batch: inout [Work<Action, State>]) -> Bool {
    swap(&batch, &pending)
    isDraining = !batch.isEmpty
    return isDraining
  }
}
