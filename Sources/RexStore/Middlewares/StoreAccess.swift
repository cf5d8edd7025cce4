import RexActions

/// What a middleware may do with its store: dispatch, and read the state.
///
/// It may be kept and used later, from any thread or task; it does not keep the store alive.
@usableFromInline
package final class StoreAccess<Action: Sendable, State: Sendable>: Sendable {
  /// Puts an action at the end of the store's queue.
  @usableFromInline let dispatch: Dispatcher<Action>
  /// Reads the state as it is now.
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

  /// Access for the handler of the action in hand, which is the cause of what that dispatches.
  @usableFromInline var ofActionInHand: StoreAccess {
    StoreAccess(
      dispatch: dispatch.caused(by: Cause.current), getState: getState, turn: turn,
      tracksCauses: true)
  }

  /// Access for a feature's middleware.
  @inlinable
  func lifted<LocalAction: Sendable, LocalState: Sendable>(
    embed: @escaping @Sendable (LocalAction) -> Action,
    getState: @escaping @Sendable () -> LocalState
  ) -> StoreAccess<LocalAction, LocalState> {
    StoreAccess<LocalAction, LocalState>(
      dispatch: dispatch.map(embed), getState: getState, turn: turn, tracksCauses: tracksCauses)
  }

  /// The state as it is now.
  @inlinable var state: State { getState() }
}

/// When a link may act: while an action is in its hands, on the thread that handles it.
@usableFromInline
struct Turn: Sendable {
  /// Whether the caller has its turn now.
  @usableFromInline let isNow: @Sendable () -> Bool
  /// Queues what came late; it runs when its turn has come.
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
