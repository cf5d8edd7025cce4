/// A pure function that changes the state according to an action.
///
///     let counter = Reducer<CounterAction, Int> { action, count in
///       switch action {
///       case .increment: count += 1
///       case .decrement: count -= 1
///       }
///     }
public struct Reducer<Action, State>: Sendable {
  /// Changes the state according to an action.
  public let reduce: @Sendable (Action, inout State) -> Void

  /// Creates a reducer that changes the state in place.
  @inlinable
  public init(_ reduce: @escaping @Sendable (Action, inout State) -> Void) {
    self.reduce = reduce
  }

  /// Creates a reducer that takes the state first and changes it in place, like `reduce(into:)`.
  @inlinable @_disfavoredOverload
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    self.init { action, state in reduce(&state, action) }
  }

  /// Creates a reducer that changes the state in place, as in SwiftRex.
  @inlinable
  public static func reduce(
    _ reduce: @escaping @Sendable (Action, inout State) -> Void
  ) -> Reducer {
    Reducer(reduce)
  }

  /// Creates a reducer that returns the next state.
  @inlinable
  public init(returning next: @escaping @Sendable (State, Action) -> State) {
    self.init { action, state in state = next(state, action) }
  }

  /// Creates a reducer that takes the action first and returns the next state.
  ///
  /// If actions and states have the same type, a closure is used as `(State, Action) -> State`.
  @inlinable @_disfavoredOverload
  public init(returning next: @escaping @Sendable (Action, State) -> State) {
    self.init { action, state in state = next(action, state) }
  }

  /// Creates a reducer that returns the next state, or the initial state if the state is nil.
  ///
  /// A store with an initial action calls `next` with nil to create the initial state.
  @inlinable
  public init(returning next: @escaping @Sendable (Action, State?) -> State) {
    self.init { action, state in state = next(action, state) }
  }
}
