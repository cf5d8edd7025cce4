public import RexActions

/// What a middleware may do with its store: dispatch, and read the state.
///
/// It may be kept and used later, from any thread or task; it does not keep the store alive.
public final class StoreAccess<Action: Sendable, State: Sendable>: Sendable {
  /// Puts an action at the end of the store's queue.
  public let dispatch: Dispatcher<Action>
  /// Reads the state as it is now.
  public let getState: @Sendable () -> State
  @usableFromInline let turn: Turn

  /// Access through these two functions, as a test of a middleware without a store needs it.
  @inlinable
  public convenience init(
    dispatch: Dispatcher<Action>, getState: @escaping @Sendable () -> State
  ) {
    self.init(dispatch: dispatch, getState: getState, turn: .always)
  }

  @inlinable
  init(dispatch: Dispatcher<Action>, getState: @escaping @Sendable () -> State, turn: Turn) {
    self.dispatch = dispatch
    self.getState = getState
    self.turn = turn
  }

  /// The state as it is now.
  @inlinable public var state: State { getState() }
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

/// What a middleware is given with an action: its store, and where the action came from.
public struct MiddlewareContext<Action: Sendable, State: Sendable>: Sendable {
  /// The store that handles the action.
  public let store: StoreAccess<Action, State>
  /// Where the action was dispatched.
  public let source: ActionSource

  /// Puts an action at the end of the store's queue, now or later.
  @inlinable public var dispatch: Dispatcher<Action> { store.dispatch }
  /// The state as it is now: before `next` the one to be reduced, after it the reduced one.
  @inlinable public var state: State { store.state }

  /// The context of an action from this source in this store.
  @inlinable
  public init(store: StoreAccess<Action, State>, source: ActionSource) {
    self.store = store
    self.source = source
  }
}
