/// Lifting converts a feature's reducer to the app's types. Actions that are not the feature's do
/// not change the state.
///
///     volumeReducer.lift(action: \.volume, state: \.volume)
///     loginReducer.lift(action: { $0 as? Login }, state: \.login)
///
/// - `action:` returns the feature's action, or nil: an optional property, or a function.
/// - `state:` is where the feature's state is. While an `optionalState:` is nil, it stays nil.
///
/// Where the feature has the app's own actions or state, leave out the argument or write `{ $0 }`.
extension Reducer {
  /// Lifts actions and state.
  @inlinable
  public func lift<GlobalAction, GlobalState>(
    action getAction: @escaping @Sendable (GlobalAction) -> Action?,
    state path: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<GlobalAction, GlobalState> {
    Reducer<GlobalAction, GlobalState> { action, state in
      if let action = getAction(action) { function(action, &state[keyPath: path]) }
    }
  }

  /// Lifts actions and an optional state.
  @inlinable
  public func lift<GlobalAction, GlobalState>(
    action getAction: @escaping @Sendable (GlobalAction) -> Action?,
    optionalState path: any WritableKeyPath<GlobalState, State?> & Sendable
  ) -> Reducer<GlobalAction, GlobalState> {
    Reducer<GlobalAction, GlobalState> { action, state in
      // Taken out, so that it is changed in place rather than copied.
      guard let action = getAction(action), var local = state[keyPath: path].take() else { return }
      function(action, &local)
      state[keyPath: path] = local
    }
  }

  /// Lifts actions and state, with a function that reads the state and one that writes it.
  @inlinable
  public func lift<GlobalAction, GlobalState>(
    actionGetter getAction: @escaping @Sendable (GlobalAction) -> Action?,
    stateGetter getState: @escaping @Sendable (GlobalState) -> State,
    stateSetter setState: @escaping @Sendable (inout GlobalState, State) -> Void
  ) -> Reducer<GlobalAction, GlobalState> {
    Reducer<GlobalAction, GlobalState> { action, state in
      guard let action = getAction(action) else { return }
      var local = getState(state)
      function(action, &local)
      setState(&state, local)
    }
  }

  /// Lifts only the actions, with a function.
  @inlinable
  public func lift<GlobalAction>(
    actionGetter getAction: @escaping @Sendable (GlobalAction) -> Action?
  ) -> Reducer<GlobalAction, State> {
    lift(action: getAction)
  }

  /// Lifts only the state, with a function that reads it and one that writes it.
  @inlinable
  public func lift<GlobalState>(
    stateGetter getState: @escaping @Sendable (GlobalState) -> State,
    stateSetter setState: @escaping @Sendable (inout GlobalState, State) -> Void
  ) -> Reducer<Action, GlobalState> {
    lift(actionGetter: { $0 }, stateGetter: getState, stateSetter: setState)
  }

  /// Lifts only the actions.
  @inlinable
  public func lift<GlobalAction>(
    action getAction: @escaping @Sendable (GlobalAction) -> Action?
  ) -> Reducer<GlobalAction, State> {
    lift(action: getAction, state: \.self)
  }

  /// Lifts only the state.
  @inlinable
  public func lift<GlobalState>(
    state path: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<Action, GlobalState> {
    lift(action: { $0 }, state: path)
  }
}
