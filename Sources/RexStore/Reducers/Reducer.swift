/// A type whose instances reduce: `Reducer`, or a type of yours.
///
///     struct MainReducer: ReducerProtocol {
///       func reduce(_ action: any PhoneAction, _ state: inout PhoneState) { … }
///     }
///
///     Store(initialState: PhoneState(), reducer: MainReducer())
///
/// To lift or compose an instance, convert it: `Reducer(MainReducer())`.
public protocol ReducerProtocol<Action, State>: Sendable {
  /// The type of the actions.
  associatedtype Action
  /// The type of the state.
  associatedtype State

  /// Changes the state according to an action.
  func reduce(_ action: Action, _ state: inout State)
}

/// A pure function that changes the state according to an action.
///
///     let counter = Reducer<CounterAction, Int> { action, count in
///       switch action {
///       case .increment: count += 1
///       case .decrement: count -= 1
///       }
///     }
public struct Reducer<Action, State>: ReducerProtocol {
  @usableFromInline let function: @Sendable (Action, inout State) -> Void

  /// Creates a reducer that changes the state in place.
  @inlinable
  public init(_ reduce: @escaping @Sendable (Action, inout State) -> Void) {
    function = reduce
  }

  /// Changes the state according to an action.
  @inlinable
  public func reduce(_ action: Action, _ state: inout State) { function(action, &state) }
}

/// The forms of reducers in other libraries.
extension Reducer {
  /// Creates a reducer that takes the state first and changes it in place, like `reduce(into:)`.
  @_disfavoredOverload
  @inlinable
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    self.init { action, state in reduce(&state, action) }
  }

  /// Creates a reducer from an instance of another reducer type.
  @inlinable
  public init(_ reducer: some ReducerProtocol<Action, State>) {
    self.init { action, state in reducer.reduce(action, &state) }
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
  @_disfavoredOverload
  @inlinable
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
