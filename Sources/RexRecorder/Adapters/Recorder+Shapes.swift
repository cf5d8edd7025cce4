extension Recorder {
  /// Records around a reducer that changes the state in place: `(Action, inout State) -> Void`.
  public func recording(
    _ reduce: @escaping (Action, inout State) -> Void
  ) -> (Action, inout State) -> Void {
    { self.record($0, into: &$1) { state, action in reduce(action, &state) } }
  }

  /// Records around a reducer that returns the next state: `(State, Action) -> State`.
  public func recording(
    _ reduce: @escaping (State, Action) -> State
  ) -> (State, Action) -> State {
    { self.next(after: $0, $1, reduce) }
  }

  /// Records around a reducer that takes the action first: `(Action, State) -> State`.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping (Action, State) -> State
  ) -> (Action, State) -> State {
    { self.next(after: $1, $0) { reduce($1, $0) } }
  }

  /// Records around a reducer that also makes the first state: `(Action, State?) -> State`.
  ///
  /// The call without a state is not an action of the log: its result is where the log starts.
  public func recording(
    _ reduce: @escaping (Action, State?) -> State
  ) -> (Action, State?) -> State {
    { self.next(after: $1, $0, reduce) }
  }

  /// Records around a reducer that returns an effect: `(inout State, Action) -> Effect`.
  public func recording<Effect>(
    _ reduce: @escaping (inout State, Action) -> Effect
  ) -> (inout State, Action) -> Effect {
    { self.record($1, into: &$0, reduce: reduce) }
  }

  /// Records around an update function: `(Model, Event) -> Next`, where `Next` may hold a model.
  ///
  /// `model` is the path from `Next` to its model, nil where the event leaves the model as it is.
  public func recording<Next>(
    _ update: @escaping (State, Action) -> Next, model: @escaping (Next) -> State?
  ) -> (State, Action) -> Next {
    { self.next(after: $0, $1, update, model: model) }
  }

  private func next(
    after state: State, _ action: Action, _ reduce: (State, Action) -> State
  ) -> State {
    var next = state
    record(action, into: &next) { next, action in next = reduce(next, action) }
    return next
  }

  private func next(
    after state: State?, _ action: Action, _ reduce: (Action, State?) -> State
  ) -> State {
    guard var next = state else {
      let first = reduce(action, nil)
      start(from: first)
      return first
    }
    record(action, into: &next) { next, action in next = reduce(action, next) }
    return next
  }

  private func next<Next>(
    after state: State, _ event: Action, _ update: (State, Action) -> Next,
    model: (Next) -> State?
  ) -> Next {
    var state = state
    return record(event, into: &state) { state, event in
      let next = update(state, event)
      if let changed = model(next) { state = changed }
      return next
    }
  }
}

/// The same for `@Sendable` functions, where a store asks for one. What is not asked for comes from
/// above, so that a reducer may capture what is not `Sendable`.
extension Recorder where Action: SendableMetatype, State: SendableMetatype {
  /// Records around a reducer that changes the state in place: `(Action, inout State) -> Void`.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping @Sendable (Action, inout State) -> Void
  ) -> @Sendable (Action, inout State) -> Void {
    { self.record($0, into: &$1) { state, action in reduce(action, &state) } }
  }

  /// Records around a reducer that returns the next state: `(State, Action) -> State`.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping @Sendable (State, Action) -> State
  ) -> @Sendable (State, Action) -> State {
    { self.next(after: $0, $1, reduce) }
  }

  /// Records around a reducer that takes the action first: `(Action, State) -> State`.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping @Sendable (Action, State) -> State
  ) -> @Sendable (Action, State) -> State {
    { self.next(after: $1, $0) { reduce($1, $0) } }
  }

  /// Records around a reducer that also makes the first state: `(Action, State?) -> State`.
  ///
  /// The call without a state is not an action of the log: its result is where the log starts.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping @Sendable (Action, State?) -> State
  ) -> @Sendable (Action, State?) -> State {
    { self.next(after: $1, $0, reduce) }
  }

  /// Records around a reducer that returns an effect: `(inout State, Action) -> Effect`.
  @_disfavoredOverload
  public func recording<Effect>(
    _ reduce: @escaping @Sendable (inout State, Action) -> Effect
  ) -> @Sendable (inout State, Action) -> Effect {
    { self.record($1, into: &$0, reduce: reduce) }
  }

  /// Records around an update function: `(Model, Event) -> Next`, where `Next` may hold a model.
  ///
  /// `model` is the path from `Next` to its model, nil where the event leaves the model as it is.
  @_disfavoredOverload
  public func recording<Next>(
    _ update: @escaping @Sendable (State, Action) -> Next,
    model: @escaping @Sendable (Next) -> State?
  ) -> @Sendable (State, Action) -> Next {
    { self.next(after: $0, $1, update, model: model) }
  }
}
