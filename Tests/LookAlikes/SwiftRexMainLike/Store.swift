// The names and the order rules of SwiftRex' rewrite: a reducer returns a change of the state, and
// the store is for the main actor.

/// A change of a value.
public struct EndoMut<Value>: Sendable {
  private let run: @Sendable (inout Value) -> Void

  /// The change that a closure makes.
  public init(_ run: @escaping @Sendable (inout Value) -> Void) { self.run = run }

  /// Applies the change.
  public func runEndoMut(_ value: inout Value) { run(&value) }
}

/// Where an action was dispatched.
public struct ActionSource: Sendable {}

/// A reducer: what each action does to the state.
public struct Reducer<ActionType: Sendable, StateType: Sendable>: Sendable {
  /// The reducer's function.
  public let reduce: @Sendable (ActionType) -> EndoMut<StateType>

  /// A reducer made of a function that returns the mutation.
  public static func reduce(
    _ reduce: @escaping @Sendable (ActionType) -> EndoMut<StateType>
  ) -> Reducer {
    Reducer(reduce: reduce)
  }

  /// A reducer of a function that changes the state in place.
  public static func reduce(
    _ reduce: @escaping @Sendable (ActionType, inout StateType) -> Void
  ) -> Reducer {
    Reducer { action in EndoMut { reduce(action, &$0) } }
  }
}

/// A store for the main actor.
@MainActor
public final class Store<Action: Sendable, State: Sendable> {
  /// The state.
  public private(set) var state: State
  private let reducer: Reducer<Action, State>

  /// A store with its first state.
  public init(initial state: State, reducer: Reducer<Action, State>) {
    (self.state, self.reducer) = (state, reducer)
  }

  /// Reduces an action.
  public func dispatch(_ action: Action) { reducer.reduce(action).runEndoMut(&state) }
}
