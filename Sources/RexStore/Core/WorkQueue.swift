public import RexActions

/// What a store does in its turn.
@usableFromInline
enum Work<Action: Sendable, State: Sendable>: Sendable {
  /// Sends an action through the chain.
  case action(Action, ActionSource, Cause?)
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
  /// How much work other threads have queued since the draining thread began.
  @usableFromInline var othersCount = 0

  /// What there is for the thread that drains.
  @usableFromInline
  enum Supply {
    case nothing, batch, tooMany
  }

  @inlinable
  init() {}

  /// Makes the caller the one who drains, the work being its first; else queues the work.
  ///
  /// - Parameter isInside: whether the caller is part of the work in hand.
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

  /// Moves all that is pending into an empty batch; when there is nothing, the draining is over.
  ///
  /// When others have queued more than the caller should handle, it stays where it is.
  @inlinable
  mutating func takeBatch(_ batch: inout [Work<Action, State>], othersMax: Int) -> Supply {
    if pending.isEmpty {
      isDraining = false
      return .nothing
    }
    guard othersCount <= othersMax else { return .tooMany }
    swap(&batch, &pending)
    return .batch
  }
}
