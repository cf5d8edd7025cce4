public import RexActions

/// A middleware's access to its store: it dispatches actions and reads the state.
///
/// It can be kept and used later from any thread or task; it does not keep the store alive.
@usableFromInline
final class StoreAccess<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline let dispatch: Dispatcher<Action>
  @usableFromInline let getState: @Sendable () -> State
  /// Whether the caller is a link that the store is running, which may call `next` directly.
  @usableFromInline let isRunningLinks: @Sendable () -> Bool
  /// Queues a late call of `next`, or one on another thread.
  @usableFromInline let enqueue: @Sendable (_ act: @escaping @Sendable () -> Void) -> Void
  @usableFromInline let tracksCauses: Bool
  @inlinable var state: State { getState() }

  @inlinable
  init(
    dispatch: Dispatcher<Action>, getState: @escaping @Sendable () -> State,
    isRunningLinks: @escaping @Sendable () -> Bool = { true },
    enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    tracksCauses: Bool = false
  ) {
    self.dispatch = dispatch
    self.getState = getState
    self.isRunningLinks = isRunningLinks
    self.enqueue = enqueue
    self.tracksCauses = tracksCauses
  }

  /// Access that dispatches actions with the current action as their cause.
  @inlinable
  var causedByCurrentAction: StoreAccess {
    StoreAccess(
      dispatch: dispatch.caused(by: Cause.current), getState: getState,
      isRunningLinks: isRunningLinks, enqueue: enqueue, tracksCauses: tracksCauses)
  }

  /// Returns access for a feature's middleware.
  @inlinable
  func lifted<LocalAction: Sendable, LocalState: Sendable>(
    embed: @escaping @Sendable (LocalAction) -> Action,
    getState: @escaping @Sendable () -> LocalState
  ) -> StoreAccess<LocalAction, LocalState> {
    StoreAccess<LocalAction, LocalState>(
      dispatch: dispatch.map(embed), getState: getState, isRunningLinks: isRunningLinks,
      enqueue: enqueue, tracksCauses: tracksCauses)
  }
}
