/// Creates stores from functions as reducers.
extension Store {
  /// Creates a store with a function that changes the state in place.
  @inlinable
  public convenience init(
    initialState: State, reducer: @escaping @Sendable (Action, inout State) -> Void,
    middlewares: [any MiddlewareConvertible<Action, State>] = [],
    feedbacks: [Feedback<Action, State>] = []
  ) {
    self.init(
      initialState: initialState, reducer: Reducer(reducer), middlewares: middlewares,
      feedbacks: feedbacks)
  }

  /// Creates a store with a function that takes the state first and changes it in place.
  @inlinable @_disfavoredOverload
  public convenience init(
    initialState: State, reducer: @escaping @Sendable (inout State, Action) -> Void,
    middlewares: [any MiddlewareConvertible<Action, State>] = [],
    feedbacks: [Feedback<Action, State>] = []
  ) {
    self.init(
      initialState: initialState, reducer: Reducer(reducer), middlewares: middlewares,
      feedbacks: feedbacks)
  }

  /// Creates a store with a function that returns the next state.
  @inlinable
  public convenience init(
    initialState: State, reducer: @escaping @Sendable (State, Action) -> State,
    middlewares: [any MiddlewareConvertible<Action, State>] = [],
    feedbacks: [Feedback<Action, State>] = []
  ) {
    self.init(
      initialState: initialState, reducer: Reducer(returning: reducer), middlewares: middlewares,
      feedbacks: feedbacks)
  }

  /// Creates a store with a function that takes the action first and returns the next state.
  @inlinable @_disfavoredOverload
  public convenience init(
    initialState: State, reducer: @escaping @Sendable (Action, State) -> State,
    middlewares: [any MiddlewareConvertible<Action, State>] = [],
    feedbacks: [Feedback<Action, State>] = []
  ) {
    self.init(
      initialState: initialState, reducer: Reducer(returning: reducer), middlewares: middlewares,
      feedbacks: feedbacks)
  }

  /// Creates a store whose reducer creates the initial state from an action, unless it is given.
  ///
  ///     Store(initialState: saved, initialAction: Start(), reducer: shopReducer)
  ///
  /// The initial action does not go through middlewares and is not recorded: a log begins with the
  /// state that results from it.
  @inlinable
  public convenience init(
    initialState: State? = nil, initialAction: @autoclosure () -> Action,
    reducer: @escaping @Sendable (Action, State?) -> State,
    middlewares: [any MiddlewareConvertible<Action, State>] = [],
    feedbacks: [Feedback<Action, State>] = []
  ) {
    self.init(
      initialState: initialState ?? reducer(initialAction(), nil),
      reducer: Reducer(returning: reducer), middlewares: middlewares, feedbacks: feedbacks)
  }
}
