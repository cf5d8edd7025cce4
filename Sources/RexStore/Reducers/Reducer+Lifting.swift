/// Lifting converts a feature's reducer to the app's types. Actions that are not the feature's do
/// not change the state.
extension Reducer {
  /// Lifts actions and state, by functions that extract the action and change the state in place.
  @inlinable
  func lift<GlobalAction, GlobalState>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    mutating change: @escaping @Sendable (inout GlobalState, (inout State) -> Void) -> Void
  ) -> Reducer<GlobalAction, GlobalState> {
    Reducer<GlobalAction, GlobalState> { [reduce] action, state in
      guard let local = localAction(action) else { return }
      change(&state) { reduce(local, &$0) }
    }
  }

  /// Lifts actions and state; the state by a getter and a setter.
  @inlinable
  public func lift<GlobalAction, GlobalState>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    stateGetter: @escaping @Sendable (GlobalState) -> State,
    stateSetter: @escaping @Sendable (inout GlobalState, State) -> Void
  ) -> Reducer<GlobalAction, GlobalState> {
    lift(action: localAction) { global, change in
      var local = stateGetter(global)
      change(&local)
      stateSetter(&global, local)
    }
  }

  /// Lifts actions and state; the action by an optional property or a function, such as a cast.
  ///
  ///     volumeReducer.lift(action: \.volume, state: \.volume)
  ///     loginReducer.lift(action: { $0 as? Login }, state: \.login)
  @inlinable
  public func lift<GlobalAction, GlobalState>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<GlobalAction, GlobalState> {
    lift(action: localAction, mutating: { global, change in change(&global[keyPath: statePath]) })
  }

  /// Lifts only the actions.
  @inlinable
  public func lift<GlobalAction>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?
  ) -> Reducer<GlobalAction, State> {
    lift(action: localAction, mutating: { state, change in change(&state) })
  }

  /// Lifts only the state.
  @inlinable
  public func lift<GlobalState>(
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<Action, GlobalState> {
    lift(action: { $0 }, state: statePath)
  }

  /// Lifts only the state, by a getter and a setter.
  @inlinable
  public func lift<GlobalState>(
    stateGetter: @escaping @Sendable (GlobalState) -> State,
    stateSetter: @escaping @Sendable (inout GlobalState, State) -> Void
  ) -> Reducer<Action, GlobalState> {
    lift(action: { $0 }, stateGetter: stateGetter, stateSetter: stateSetter)
  }
}

extension Reducer {
  /// Lifts actions and an optional state; while the state is nil, actions do not change it.
  @inlinable
  public func lift<GlobalAction, GlobalState>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    optionalState statePath: any WritableKeyPath<GlobalState, State?> & Sendable
  ) -> Reducer<GlobalAction, GlobalState> {
    lift(
      action: localAction,
      mutating: { global, change in global[keyPath: statePath].changeIfPresent(change) })
  }

  /// Lifts only the state, which is optional; while it is nil, actions do not change it.
  @inlinable
  public func lift<GlobalState>(
    optionalState statePath: any WritableKeyPath<GlobalState, State?> & Sendable
  ) -> Reducer<Action, GlobalState> {
    lift(action: { $0 }, optionalState: statePath)
  }
}

extension Optional {
  /// Changes the value in place, without copying its contents; nil stays nil.
  @inlinable
  mutating func changeIfPresent(_ change: (inout Wrapped) -> Void) {
    guard var value = take() else { return }
    change(&value)
    self = value
  }
}
