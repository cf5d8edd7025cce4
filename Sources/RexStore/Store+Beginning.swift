extension Store {
  /// A store with effects of its own, which begin now and are cancelled when it goes.
  public convenience init(
    initialState: State, reducer: Reducer<Action, State>,
    middlewares: [Middleware<Action, State>] = [], feedbacks: [Feedback<Action, State>]
  ) {
    self.init(initialState: initialState, reducer: reducer, middlewares: middlewares)
    for feedback in feedbacks { keep(feedback.begin(self)) }
  }

  /// A store whose reducer is a function that changes the state in place.
  @inlinable
  public convenience init(
    initialState: State, reducer: @escaping @Sendable (Action, inout State) -> Void,
    middlewares: [Middleware<Action, State>] = []
  ) {
    self.init(initialState: initialState, reducer: Reducer(reducer), middlewares: middlewares)
  }

  /// A store whose reducer is a function that returns the next state.
  @inlinable
  public convenience init(
    initialState: State, reducer: @escaping @Sendable (State, Action) -> State,
    middlewares: [Middleware<Action, State>] = []
  ) {
    self.init(
      initialState: initialState, reducer: Reducer(returning: reducer), middlewares: middlewares)
  }

  /// A store whose reducer makes the first state, of this action and nil.
  ///
  /// The first action passes no middleware and is in no log: a log begins with the state it makes.
  @inlinable
  public convenience init(
    initialAction: Action, reducer: @escaping @Sendable (Action, State?) -> State,
    middlewares: [Middleware<Action, State>] = []
  ) {
    self.init(
      initialState: reducer(initialAction, nil), reducer: Reducer(returning: reducer),
      middlewares: middlewares)
  }
}
