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
  @_disfavoredOverload
  @inlinable
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
  ///
  /// If actions and states have the same type, a closure is used as `(State, Action) -> State`.
  @_disfavoredOverload
  @inlinable
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

/// Errors that say what to do with a closure in `middlewares:`.
extension Store {
  /// The curried form of a middleware, as it is in Redux.
  public typealias CurriedClosure =
    (Dispatcher<Action>, @escaping () -> State) -> (@escaping (Action) -> Void) -> (Action) -> Void

  /// Not available: a closure is not yet a middleware.
  @available(*, unavailable, message: "write Middleware { dispatch, getState in … }")
  public convenience init(
    initialState: State, reducer: some ReducerProtocol<Action, State>,
    middlewares: [CurriedClosure], feedbacks: [Feedback<Action, State>] = []
  ) { preconditionFailure("not available") }

  /// Not available: a closure is not yet a middleware.
  @available(*, unavailable, message: "write Middleware { dispatch, getState in … }")
  public convenience init<AnyReducer>(
    initialState: State, reducer: AnyReducer,
    middlewares: [CurriedClosure], feedbacks: [Feedback<Action, State>] = []
  ) { preconditionFailure("not available") }
}
