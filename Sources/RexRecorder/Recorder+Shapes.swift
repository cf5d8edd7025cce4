extension Recorder {
  /// Records around a reducer that changes the state in place: `(Action, inout State) -> Void`.
  public func recording(
    _ reduce: @escaping (Action, inout State) -> Void
  ) -> (Action, inout State) -> Void {
    { action, state in
      self.record(action, into: &state) { state, action in reduce(action, &state) }
    }
  }

  /// Records around a reducer that returns the next state: `(State, Action) -> State`.
  public func recording(
    _ reduce: @escaping (State, Action) -> State
  ) -> (State, Action) -> State {
    { state, action in
      var next = state
      self.record(action, into: &next) { next, action in next = reduce(next, action) }
      return next
    }
  }

  /// Records around a reducer that also makes the first state: `(Action, State?) -> State`.
  ///
  /// The call without a state is not an action of the log: its result is where the log starts.
  public func recording(
    _ reduce: @escaping (Action, State?) -> State
  ) -> (Action, State?) -> State {
    { action, state in
      guard var next = state else {
        let first = reduce(action, nil)
        self.start(from: first)
        return first
      }
      self.record(action, into: &next) { state, action in state = reduce(action, state) }
      return next
    }
  }

  /// Records around a reducer that returns an effect: `(inout State, Action) -> Effect`.
  public func recording<Effect>(
    _ reduce: @escaping (inout State, Action) -> Effect
  ) -> (inout State, Action) -> Effect {
    { state, action in self.record(action, into: &state, reduce: reduce) }
  }

  /// Records around an update function: `(Model, Event) -> Next`, where `Next` may hold a model.
  ///
  /// `model` is the path from `Next` to its model, nil where the event leaves the model as it is.
  public func recording<Next>(
    _ update: @escaping (State, Action) -> Next, model: @escaping (Next) -> State?
  ) -> (State, Action) -> Next {
    { state, event in
      var next = state
      return self.record(event, into: &next) { state, event in
        let result = update(state, event)
        if let changed = model(result) { state = changed }
        return result
      }
    }
  }
}
