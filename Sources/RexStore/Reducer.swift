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

  /// A reducer that returns the next state.
  @inlinable
  public init(returning next: @escaping @Sendable (State, Action) -> State) {
    self.init { action, state in state = next(state, action) }
  }
}
