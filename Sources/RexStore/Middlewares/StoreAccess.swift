import RexActions

/// A middleware's access to its store: it dispatches actions and reads the state.
///
/// It can be kept and used later from any thread or task; it does not keep the store alive.
@usableFromInline
package final class StoreAccess<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline let dispatch: Dispatcher<Action>
  @usableFromInline let getState: @Sendable () -> State
  @usableFromInline let scheduler: NextScheduler
  @usableFromInline let tracksCauses: Bool

  @inlinable
  init(
    dispatch: Dispatcher<Action>, getState: @escaping @Sendable () -> State,
    scheduler: NextScheduler, tracksCauses: Bool
  ) {
    self.dispatch = dispatch
    self.getState = getState
    self.scheduler = scheduler
    self.tracksCauses = tracksCauses
  }

  /// Access that dispatches actions with the current action as their cause.
  @usableFromInline var causedByCurrentAction: StoreAccess {
    StoreAccess(
      dispatch: dispatch.caused(by: Cause.current), getState: getState, scheduler: scheduler,
      tracksCauses: true)
  }

  /// Returns access for a feature's middleware.
  @inlinable
  func lifted<LocalAction: Sendable, LocalState: Sendable>(
    embed: @escaping @Sendable (LocalAction) -> Action,
    getState: @escaping @Sendable () -> LocalState
  ) -> StoreAccess<LocalAction, LocalState> {
    StoreAccess<LocalAction, LocalState>(
      dispatch: dispatch.map(embed), getState: getState, scheduler: scheduler,
      tracksCauses: tracksCauses)
  }

  @inlinable var state: State { getState() }
}

/// Decides whether a link may call `next` directly: on the thread that is running the links.
@usableFromInline
struct NextScheduler: Sendable {
  /// Whether the caller may call `next` directly.
  @usableFromInline let isDirect: @Sendable () -> Bool
  /// Queues a late call of `next`, or one on another thread.
  @usableFromInline let enqueue: @Sendable (_ act: @escaping @Sendable () -> Void) -> Void

  @usableFromInline static let direct = NextScheduler(isDirect: { true }, enqueue: { $0() })

  @inlinable
  init(
    isDirect: @escaping @Sendable () -> Bool,
    enqueue: @escaping @Sendable (_ act: @escaping @Sendable () -> Void) -> Void
  ) {
    (self.isDirect, self.enqueue) = (isDirect, enqueue)
  }
}
