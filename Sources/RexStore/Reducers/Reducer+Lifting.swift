/// Lifting embeds a reducer of a feature's types in those of an app. An action that is none of the
/// feature's leaves the state as it is.
extension Reducer {
  /// Lifts both sides: how to see the local action, and how to change the local state in place.
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

  /// Lifts both sides by functions that get and set the local state.
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

  /// Lifts both sides, the action's by an optional property or a function, such as a cast.
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

  /// Lifts the actions alone.
  @inlinable
  public func lift<GlobalAction>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?
  ) -> Reducer<GlobalAction, State> {
    lift(action: localAction, mutating: { state, change in change(&state) })
  }

  /// Lifts the state alone.
  @inlinable
  public func lift<GlobalState>(
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Reducer<Action, GlobalState> {
    lift(action: { $0 }, state: statePath)
  }

  /// Lifts the state alone, by functions that get and set the local state.
  @inlinable
  public func lift<GlobalState>(
    stateGetter: @escaping @Sendable (GlobalState) -> State,
    stateSetter: @escaping @Sendable (inout GlobalState, State) -> Void
  ) -> Reducer<Action, GlobalState> {
    lift(action: { $0 }, stateGetter: stateGetter, stateSetter: stateSetter)
  }
}

extension Reducer {
  /// Lifts into a state that may be absent; while it is, it stays so.
  @inlinable
  public func lift<GlobalAction, GlobalState>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    optionalState statePath: any WritableKeyPath<GlobalState, State?> & Sendable
  ) -> Reducer<GlobalAction, GlobalState> {
    lift(
      action: localAction,
      mutating: { global, change in global[keyPath: statePath].changeIfPresent(change) })
  }

  /// Lifts the state alone, into one that may be absent; while it is, it stays so.
  @inlinable
  public func lift<GlobalState>(
    optionalState statePath: any WritableKeyPath<GlobalState, State?> & Sendable
  ) -> Reducer<Action, GlobalState> {
    lift(action: { $0 }, optionalState: statePath)
  }
}

extension Optional {
  /// Changes the value in place, so that what it holds is not copied; nil stays nil.
  @inlinable
  mutating func changeIfPresent(_ change: (inout Wrapped) -> Void) {
    guard var value = take() else { return }
    change(&value)
    self = value
  }
}
