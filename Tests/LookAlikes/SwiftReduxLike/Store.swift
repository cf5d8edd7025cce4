// The public names of swift-redux 1.1 (adamayoung).

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
  associatedtype State: Sendable
  /// What happens.
  associatedtype Action: Sendable

  /// Returns the action that follows.
  func run(_ state: State, with action: Action) async -> Action?
}

/// A store for the main actor, with the members of its state.
@dynamicMemberLookup
@MainActor
public final class Store<State: Equatable & Sendable, Action: Sendable> {
  private var state: State
  private let reducer: any Reducer<State, Action>
  private let middlewares: [any Middleware<State, Action>]

  /// Creates a store with its first state.
  public init(
    initialState: State, reducer: any Reducer<State, Action>,
    middlewares: [any Middleware<State, Action>] = []
  ) {
    (state, self.reducer, self.middlewares) = (initialState, reducer, middlewares)
  }

  /// A member of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// Reduces an action, and then those that the middlewares answer with.
  public func send(_ action: Action) async {
    state = reducer.reduce(state, with: action)
    for middleware in middlewares {
      if let next = await middleware.run(state, with: action) { await send(next) }
    }
  }
}
