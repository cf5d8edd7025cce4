extension Recorder {
  /// Wraps a reducer that changes the state in place: `(Action, inout State) -> Void`.
  public func recording(
    _ reduce: @escaping (Action, inout State) -> Void
  ) -> (Action, inout State) -> Void {
    { self.record($0, into: &$1) { state, action in reduce(action, &state) } }
  }

  /// Wraps a reducer that returns the next state: `(State, Action) -> State`.
  public func recording(
    _ reduce: @escaping (State, Action) -> State
  ) -> (State, Action) -> State {
    { self.next(after: $0, $1, reduce) }
  }

  /// Wraps a reducer with the action first: `(Action, State) -> State`.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping (Action, State) -> State
  ) -> (Action, State) -> State {
    { self.next(after: $1, $0) { reduce($1, $0) } }
  }

  /// Wraps a reducer that also makes the initial state: `(Action, State?) -> State`.
  ///
  /// The call without a state is not recorded as an action; its result is the log's initial state.
  public func recording(
    _ reduce: @escaping (Action, State?) -> State
  ) -> (Action, State?) -> State {
    { self.next(after: $1, $0, reduce) }
  }

  /// Wraps a reducer that returns an effect: `(inout State, Action) -> Effect`.
  public func recording<Effect>(
    _ reduce: @escaping (inout State, Action) -> Effect
  ) -> (inout State, Action) -> Effect {
    { self.record($1, into: &$0, reduce: reduce) }
  }

  /// Wraps an update function: `(Model, Event) -> Next`, where `Next` may contain a model.
  ///
  /// - Parameters:
  ///   - update: The update function.
  ///   - model: Returns the model of a `Next`; nil if the event leaves the model unchanged.
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

/// Variants for `@Sendable` functions. The others do not require it, so that a reducer can capture
/// values that are not `Sendable`.
extension Recorder where Action: SendableMetatype, State: SendableMetatype {
  /// Wraps a reducer that changes the state in place: `(Action, inout State) -> Void`.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping @Sendable (Action, inout State) -> Void
  ) -> @Sendable (Action, inout State) -> Void {
    { self.record($0, into: &$1) { state, action in reduce(action, &state) } }
  }

  /// Wraps a reducer that returns the next state: `(State, Action) -> State`.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping @Sendable (State, Action) -> State
  ) -> @Sendable (State, Action) -> State {
    { self.next(after: $0, $1, reduce) }
  }

  /// Wraps a reducer with the action first: `(Action, State) -> State`.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping @Sendable (Action, State) -> State
  ) -> @Sendable (Action, State) -> State {
    { self.next(after: $1, $0) { reduce($1, $0) } }
  }

  /// Wraps a reducer that also makes the initial state: `(Action, State?) -> State`.
  ///
  /// The call without a state is not recorded as an action; its result is the log's initial state.
  @_disfavoredOverload
  public func recording(
    _ reduce: @escaping @Sendable (Action, State?) -> State
  ) -> @Sendable (Action, State?) -> State {
    { self.next(after: $1, $0, reduce) }
  }

  /// Wraps a reducer that returns an effect: `(inout State, Action) -> Effect`.
  @_disfavoredOverload
  public func recording<Effect>(
    _ reduce: @escaping @Sendable (inout State, Action) -> Effect
  ) -> @Sendable (inout State, Action) -> Effect {
    { self.record($1, into: &$0, reduce: reduce) }
  }

  /// Wraps an update function: `(Model, Event) -> Next`, where `Next` may contain a model.
  ///
  /// - Parameters:
  ///   - update: The update function.
  ///   - model: Returns the model of a `Next`; nil if the event leaves the model unchanged.
  @_disfavoredOverload
  public func recording<Next>(
    _ update: @escaping @Sendable (State, Action) -> Next,
    model: @escaping @Sendable (Next) -> State?
  ) -> @Sendable (State, Action) -> Next {
    { self.next(after: $0, $1, update, model: model) }
  }
}
