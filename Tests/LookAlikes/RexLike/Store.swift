// The names of swift-rex 0.2 (pelagornis), whose module is `Rex`. The original's store reduces on
// an actor, this one on the caller's thread.

/// What a reducer wants done: another action.
public struct Effect<Action: Sendable>: Sendable {
  fileprivate let action: Action

  /// Another action.
  public static func just(_ action: Action) -> Effect { Effect(action: action) }
}

/// A reducer of states and actions.
public protocol Reducer: Sendable {
  /// What the store holds.
  associatedtype State: Sendable & Equatable & Codable
  /// What happens.
  associatedtype Action: Sendable

  /// Reduces an action.
  func reduce(state: inout State, action: Action) -> [Effect<Action>]
}

/// A store for one thread.
public final class Store<R: Reducer> {
  /// The state.
  public private(set) var state: R.State
  private let reducer: R

  /// A store with its first state.
  public init(initialState: R.State, reducer: R) {
    (state, self.reducer) = (initialState, reducer)
  }

  /// Reduces an action, and then those of its effects.
  public func dispatch(_ action: R.Action) {
    let effects = reducer.reduce(state: &state, action: action)
    for effect in effects { dispatch(effect.action) }
  }
}
