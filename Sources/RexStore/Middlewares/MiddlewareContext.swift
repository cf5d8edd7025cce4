public import RexActions

/// What a middleware is given with an action: its store, and where the action came from.
public struct MiddlewareContext<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline let store: StoreAccess<Action, State>
  /// Where the action was dispatched.
  public let source: ActionSource

  /// Puts an action at the end of the store's queue, now or later, from any thread or task.
  @inlinable public var dispatch: Dispatcher<Action> { store.dispatch }
  /// Reads the state as it is when called.
  @inlinable public var getState: @Sendable () -> State { store.getState }
  /// The state as it is now: before `next` the one to be reduced, after it the reduced one.
  @inlinable public var state: State { store.state }

  @inlinable
  init(store: StoreAccess<Action, State>, source: ActionSource) {
    self.store = store.tracksCauses ? store.ofActionInHand : store
    self.source = source
  }

  /// A context without a store, for testing the function that a middleware is made of.
  public init(
    dispatch: Dispatcher<Action>, getState: @escaping @Sendable () -> State,
    source: ActionSource = .here()
  ) {
    self.init(
      store: StoreAccess(
        dispatch: dispatch, getState: getState, turn: .always, tracksCauses: false),
      source: source)
  }
}
