public import RexActions

/// Access to the store, and the source of the action, for a middleware.
public struct MiddlewareContext<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline let store: StoreAccess<Action, State>
  /// The line of code that dispatched the action.
  public let source: ActionSource

  /// Appends an action to the store's queue; can be called at any time from any thread or task.
  @inlinable public var dispatch: Dispatcher<Action> { store.dispatch }
  /// Reads the current state.
  @inlinable public var getState: @Sendable () -> State { store.getState }
  /// The current state: before `next` the state to reduce, after it the reduced state.
  @inlinable public var state: State { store.state }

  @inlinable
  init(store: StoreAccess<Action, State>, source: ActionSource) {
    self.store = store.tracksCauses ? store.causedByCurrentAction : store
    self.source = source
  }

  /// Creates a context without a store, to test a middleware's function.
  public init(
    dispatch: Dispatcher<Action>, getState: @escaping @Sendable () -> State,
    source: ActionSource = .here()
  ) {
    self.init(store: StoreAccess(dispatch: dispatch, getState: getState), source: source)
  }
}
