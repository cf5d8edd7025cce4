/// Stores whose reducers are plain functions.
extension Store {
  /// A store whose reducer is a function that changes the state in place.
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

  /// A store whose reducer is a function that takes the state first and changes it in place.
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

  /// A store whose reducer is a function that returns the next state.
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

  /// A store whose reducer is a function that takes the action first and returns the next state.
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

  /// A store whose reducer makes the first state, unless there is one, of this action and nil.
  ///
  ///     Store(initialState: saved, initialAction: Start(), reducer: shopReducer)
  ///
  /// The first action passes no middleware and is in no log: a log begins with the state it makes.
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
