// The public names of ReduxUI 1.0, without its middlewares.

/// What every state conforms to.
public protocol AnyState {}

/// What every action conforms to.
public protocol AnyAction {}

/// What every route conforms to.
public protocol AnyRoute {}

/// What may send actions to another store.
public protocol ReducerWrapper {
  /// What happens.
  associatedtype Action: AnyAction

  /// Sends an action.
  func performOutput(_ action: Action)
}

extension ReducerWrapper {
  /// Does nothing.
  public func performOutput(_ action: Action) {}
}

/// A reducer that may also go to a route.
public protocol Reducer: ReducerWrapper {
  /// What the store holds.
  associatedtype State: AnyState
  /// Where to go.
  associatedtype Router: AnyRoute

  /// Reduces an action.
  func reduce(
    _ state: inout State, action: Action, performRoute: @escaping (_ route: Router) -> Void)
}

extension Reducer {
  /// Returns the reducer without its type.
  public func eraseToAnyReducer() -> AnyReducer<State, Action, Router> { AnyReducer(base: self) }
}

/// A reducer without its type.
public class AnyReducer<State: AnyState, Action: AnyAction, Router: AnyRoute>: Reducer {
  private let reduceClosure: (inout State, Action, @escaping (_ route: Router) -> Void) -> Void

  /// Creates a reducer that calls another.
  public init<U: Reducer>(base: U)
  where U.State == State, U.Action == Action, U.Router == Router {
    reduceClosure = base.reduce
  }

  /// Reduces an action.
  public func reduce(
    _ state: inout State, action: Action, performRoute: @escaping (_ route: Router) -> Void
  ) {
    reduceClosure(&state, action, performRoute)
  }
}

/// Goes to routes.
public protocol Coordinator {
  /// Where to go.
  associatedtype Router: AnyRoute

  /// Goes to a route.
  func perform(_ route: Router)
}

extension Coordinator {
  /// Returns the coordinator without its type.
  public func eraseToAnyCoordinator() -> AnyCoordinator<Router> { AnyCoordinator(base: self) }
}

/// A coordinator without its type.
public class AnyCoordinator<Router: AnyRoute>: Coordinator {
  private let performClosure: (Router) -> Void

  /// Creates a coordinator that calls another.
  public init<U: Coordinator>(base: U) where U.Router == Router { performClosure = base.perform }

  /// Goes to a route.
  public func perform(_ route: Router) { performClosure(route) }
}

/// A store for one thread.
public class Store<State: AnyState, Action: AnyAction, Router: AnyRoute> {
  /// The reducer's type.
  public typealias StoreReducer = AnyReducer<State, Action, Router>

  /// The state.
  public private(set) var state: State
  private let coordinator: AnyCoordinator<Router>
  private let reducer: StoreReducer

  /// Creates a store with its first state.
  public init(initialState: State, coordinator: AnyCoordinator<Router>, reducer: StoreReducer) {
    (state, self.coordinator, self.reducer) = (initialState, coordinator, reducer)
  }

  /// Reduces an action.
  public func dispatch(_ action: Action) {
    reducer.reduce(&state, action: action) { [coordinator] in coordinator.perform($0) }
  }
}
