import RexActions

/// A middleware's access to its store: it dispatches actions and reads the state.
///
/// It can be kept and used later from any thread or task; it does not keep the store alive.
@usableFromInline
package final class StoreAccess<Action: Sendable, State: Sendable>: Sendable {
  /// Appends an action to the store's queue.
  @usableFromInline let dispatch: Dispatcher<Action>
  /// Reads the current state.
  @usableFromInline let getState: @Sendable () -> State
  @usableFromInline let turn: Turn
  @usableFromInline let tracksCauses: Bool

  @inlinable
  init(
    dispatch: Dispatcher<Action>, getState: @escaping @Sendable () -> State, turn: Turn,
    tracksCauses: Bool
  ) {
    self.dispatch = dispatch
    self.getState = getState
    self.turn = turn
    self.tracksCauses = tracksCauses
  }

  /// Access for the current action's handler; the action is the cause of what the handler
  /// dispatches.
  @usableFromInline var ofActionInHand: StoreAccess {
    StoreAccess(
      dispatch: dispatch.caused(by: Cause.current), getState: getState, turn: turn,
      tracksCauses: true)
  }

  /// Returns access for a feature's middleware.
  @inlinable
  func lifted<LocalAction: Sendable, LocalState: Sendable>(
    embed: @escaping @Sendable (LocalAction) -> Action,
    getState: @escaping @Sendable () -> LocalState
  ) -> StoreAccess<LocalAction, LocalState> {
    StoreAccess<LocalAction, LocalState>(
      dispatch: dispatch.map(embed), getState: getState, turn: turn, tracksCauses: tracksCauses)
  }

  /// The current state.
  @inlinable var state: State { getState() }
}

/// The time in which a link may call `next` directly: while it handles an action, on that thread.
@usableFromInline
struct Turn: Sendable {
  /// Whether the caller is in that time.
  @usableFromInline let isNow: @Sendable () -> Bool
  /// Queues a call that came too late.
  @usableFromInline let wait: @Sendable (_ act: @escaping @Sendable () -> Void) -> Void

  @usableFromInline static let always = Turn(isNow: { true }, wait: { $0() })

  @inlinable
  init(
    isNow: @escaping @Sendable () -> Bool,
    wait: @escaping @Sendable (_ act: @escaping @Sendable () -> Void) -> Void
  ) {
    (self.isNow, self.wait) = (isNow, wait)
  }
}
