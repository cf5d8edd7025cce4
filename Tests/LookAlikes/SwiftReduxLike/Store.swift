// The names of swift-redux 1.1. The original's store is for the main actor, and its `send` waits
// for the middlewares.

/// A reducer that returns the next state.
public protocol Reducer<State, Action>: Sendable {
  /// What the store holds.
  associatedtype State
  /// What happens.
  associatedtype Action

  /// The state after an action.
  func reduce(_ oldState: State, with action: Action) -> State
}

/// What may answer an action with another.
public protocol Middleware<State, Action>: Sendable {
  /// What the store holds.
  associatedtype State
  /// What happens.
  associatedtype Action

  /// The action that follows.
  func run(_ state: State, with action: Action) -> Action?
}

/// A store for one thread.
public final class Store<State: Equatable & Sendable, Action: Sendable> {
  /// The state.
  public private(set) var state: State
  private let reducer: any Reducer<State, Action>
  private let middlewares: [any Middleware<State, Action>]

  /// A store with its first state.
  public init(
    initialState: State, reducer: any Reducer<State, Action>,
    middlewares: [any Middleware<State, Action>] = []
  ) {
    (state, self.reducer, self.middlewares) = (initialState, reducer, middlewares)
  }

  /// Reduces an action, and then those that the middlewares answer with.
  public func send(_ action: Action) {
    state = reducer.reduce(state, with: action)
    for middleware in middlewares { middleware.run(state, with: action).map(send) }
  }
}
