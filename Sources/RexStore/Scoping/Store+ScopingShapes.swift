/// Creates scoped stores from functions as reducers.
extension Store {
  /// Creates a scoped store with a function that changes the state in place.
  public func scope<LocalAction: Sendable, LocalState: Equatable & Sendable>(
    state part: @escaping @Sendable (State) -> LocalState,
    action embed: @escaping @Sendable (LocalAction) -> Action,
    update: @escaping @Sendable (LocalState) -> LocalAction,
    reducer: @escaping @Sendable (LocalAction, inout LocalState) -> Void,
    middlewares: [any MiddlewareConvertible<LocalAction, LocalState>] = [],
    feedbacks: [Feedback<LocalAction, LocalState>] = [],
    file: String = #fileID, function: String = #function, line: Int = #line
  ) -> Store<LocalAction, LocalState> {
    scope(
      state: part, action: embed, update: update, reducer: Reducer(reducer),
      middlewares: middlewares, feedbacks: feedbacks, file: file, function: function, line: line)
  }

  /// Creates a scoped store with a function that takes the state first and changes it in place.
  @_disfavoredOverload
  public func scope<LocalAction: Sendable, LocalState: Equatable & Sendable>(
    state part: @escaping @Sendable (State) -> LocalState,
    action embed: @escaping @Sendable (LocalAction) -> Action,
    update: @escaping @Sendable (LocalState) -> LocalAction,
    reducer: @escaping @Sendable (inout LocalState, LocalAction) -> Void,
    middlewares: [any MiddlewareConvertible<LocalAction, LocalState>] = [],
    feedbacks: [Feedback<LocalAction, LocalState>] = [],
    file: String = #fileID, function: String = #function, line: Int = #line
  ) -> Store<LocalAction, LocalState> {
    scope(
      state: part, action: embed, update: update, reducer: Reducer(reducer),
      middlewares: middlewares, feedbacks: feedbacks, file: file, function: function, line: line)
  }

  /// Creates a scoped store with a function that returns the next state.
  public func scope<LocalAction: Sendable, LocalState: Equatable & Sendable>(
    state part: @escaping @Sendable (State) -> LocalState,
    action embed: @escaping @Sendable (LocalAction) -> Action,
    update: @escaping @Sendable (LocalState) -> LocalAction,
    reducer: @escaping @Sendable (LocalState, LocalAction) -> LocalState,
    middlewares: [any MiddlewareConvertible<LocalAction, LocalState>] = [],
    feedbacks: [Feedback<LocalAction, LocalState>] = [],
    file: String = #fileID, function: String = #function, line: Int = #line
  ) -> Store<LocalAction, LocalState> {
    scope(
      state: part, action: embed, update: update, reducer: Reducer(returning: reducer),
      middlewares: middlewares, feedbacks: feedbacks, file: file, function: function, line: line)
  }

  /// Creates a scoped store with a function that takes the action first and returns the next state.
  @_disfavoredOverload
  public func scope<LocalAction: Sendable, LocalState: Equatable & Sendable>(
    state part: @escaping @Sendable (State) -> LocalState,
    action embed: @escaping @Sendable (LocalAction) -> Action,
    update: @escaping @Sendable (LocalState) -> LocalAction,
    reducer: @escaping @Sendable (LocalAction, LocalState) -> LocalState,
    middlewares: [any MiddlewareConvertible<LocalAction, LocalState>] = [],
    feedbacks: [Feedback<LocalAction, LocalState>] = [],
    file: String = #fileID, function: String = #function, line: Int = #line
  ) -> Store<LocalAction, LocalState> {
    scope(
      state: part, action: embed, update: update, reducer: Reducer(returning: reducer),
      middlewares: middlewares, feedbacks: feedbacks, file: file, function: function, line: line)
  }
}
