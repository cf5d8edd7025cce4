// The names of ReduxUI 1.0, without its middlewares.

/// What every state conforms to.
public protocol AnyState {}

/// What every action conforms to.
public protocol AnyAction {}

/// What every route conforms to.
public protocol AnyRoute {}

/// A reducer that may also go to a route.
public protocol Reducer {
  /// What the store holds.
  associatedtype State: AnyState
  /// What happens.
  associatedtype Action: AnyAction
  /// Where to go.
  associatedtype Router: AnyRoute

  /// Reduces an action.
  func reduce(
    _ state: inout State, action: Action, performRoute: @escaping (_ route: Router) -> Void)
}

/// A store for one thread.
public final class Store<State: AnyState, Action: AnyAction, Router: AnyRoute> {
  /// The state.
  public private(set) var state: State
  private let reduce: (inout State, Action) -> Void

  /// A store with its first state, its reducer, and what goes to routes.
  public init<R: Reducer>(
    initialState: State, coordinator: @escaping (Router) -> Void, reducer: R
  ) where R.State == State, R.Action == Action, R.Router == Router {
    state = initialState
    reduce = { reducer.reduce(&$0, action: $1, performRoute: coordinator) }
  }

  /// Reduces an action.
  public func dispatch(_ action: Action) { reduce(&state, action) }
}
