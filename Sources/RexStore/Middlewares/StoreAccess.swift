import RexActions

/// A middleware's access to its store: it dispatches actions and reads the state.
///
/// It can be kept and used later from any thread or task; it does not keep the store alive.
@usableFromInline
package final class StoreAccess<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline let dispatch: Dispatcher<Action>
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

  /// Access that dispatches actions with the current action as their cause.
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

  @inlinable var state: State { getState() }
}

/// Decides whether a link may call `next` directly: on the thread that is running the links.
@usableFromInline
struct Turn: Sendable {
  /// Whether the caller may call `next` directly.
  @usableFromInline let isNow: @Sendable () -> Bool
  /// Queues a late call of `next`, or one on another thread.
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
