// The public names of SwiftRex' main branch in 2026: a reducer returns a change of the state, and
// the store is for the main actor.

/// A change of a value, from the FP library.
public struct EndoMut<Value>: Sendable {
  private let run: @Sendable (inout Value) -> Void

  /// Creates the change that a closure makes.
  public init(_ run: @escaping @Sendable (inout Value) -> Void) { self.run = run }

  /// Applies the change.
  public func runEndoMut(_ value: inout Value) { run(&value) }
}

/// Where an action was dispatched.
public struct ActionSource: Hashable, Sendable {
  /// The file.
  public let file: String
  /// The function.
  public let function: String
  /// The line.
  public let line: UInt

  /// The location of this call.
  public init(file: String = #file, function: String = #function, line: UInt = #line) {
    (self.file, self.function, self.line) = (file, function, line)
  }
}

/// A reducer: what each action does to the state.
public struct Reducer<ActionType: Sendable, StateType: Sendable>: Sendable {
  /// The reducer's function.
  public let reduce: @Sendable (ActionType) -> EndoMut<StateType>

  /// Returns a reducer of a function that returns the change.
  public static func reduce(
    _ reduce: @escaping @Sendable (ActionType) -> EndoMut<StateType>
  ) -> Reducer {
    Reducer(reduce: reduce)
  }

  /// Returns a reducer of a function that changes the state in place.
  public static func reduce(
    _ reduce: @escaping @Sendable (ActionType, inout StateType) -> Void
  ) -> Reducer {
    Reducer { action in EndoMut { reduce(action, &$0) } }
  }

  /// Returns a reducer of a function that returns the next state.
  public static func reduce(
    _ reduce: @escaping @Sendable (ActionType, StateType) -> StateType
  ) -> Reducer {
    Reducer { action in EndoMut { $0 = reduce(action, $0) } }
  }
}

/// A store for the main actor.
@MainActor
public final class Store<Action: Sendable, State: Sendable, Environment: Sendable> {
  /// The state.
  public private(set) var state: State
  private let reducer: Reducer<Action, State>

  /// Creates a store with its first state.
  public init(
    initial state: State, reducer: Reducer<Action, State>
  ) where Environment == Void {
    (self.state, self.reducer) = (state, reducer)
  }

  /// Reduces an action.
  public func dispatch(_ action: Action, source: ActionSource) {
    reducer.reduce(action).runEndoMut(&state)
  }

  /// Reduces an action that was dispatched by this call.
  @discardableResult
  public func dispatch(
    _ action: Action, file: String = #file, function: String = #function, line: UInt = #line
  ) -> Self {
    dispatch(action, source: ActionSource(file: file, function: function, line: line))
    return self
  }
}
