/// How an action changes the state: a pure function, composed of smaller ones.
///
///     let counter = Reducer<CounterAction, Int> { action, count in
///       switch action {
///       case .increment: count += 1
///       case .decrement: count -= 1
///       }
///     }
public struct Reducer<Action, State>: Sendable {
  /// Changes the state as the action asks.
  public let reduce: @Sendable (Action, inout State) -> Void

  /// A reducer that changes the state in place.
  @inlinable
  public init(_ reduce: @escaping @Sendable (Action, inout State) -> Void) {
    self.reduce = reduce
  }

  /// A reducer that takes the state first and changes it in place, as `reduce(into:)` does.
  @inlinable @_disfavoredOverload
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    self.init { action, state in reduce(&state, action) }
  }

  /// A reducer that changes the state in place, spelled as in SwiftRex.
  @inlinable
  public static func reduce(
    _ reduce: @escaping @Sendable (Action, inout State) -> Void
  ) -> Reducer {
    Reducer(reduce)
  }

  /// A reducer that returns the next state.
  @inlinable
  public init(returning next: @escaping @Sendable (State, Action) -> State) {
    self.init { action, state in state = next(state, action) }
  }

  /// A reducer that takes the action first and returns the next state.
  ///
  /// Where actions and states are of one type, a closure is read as `(State, Action) -> State`.
  @inlinable @_disfavoredOverload
  public init(returning next: @escaping @Sendable (Action, State) -> State) {
    self.init { action, state in state = next(action, state) }
  }

  /// A reducer that returns the next state, and the first state where there is none.
  ///
  /// `Store(initialAction:reducer:middlewares:)` asks it for the first state.
  @inlinable
  public init(returning next: @escaping @Sendable (Action, State?) -> State) {
    self.init { action, state in state = next(action, state) }
  }
}
