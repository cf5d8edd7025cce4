public import RexActions

extension Recorder {
  /// Calls the reducer with an action, and records the action and its change of the state.
  ///
  /// The action is in the log before the reducer is called. An error that the reducer throws is
  /// recorded and rethrown.
  ///
  /// The state and the order of actions are those of the store. If several threads can dispatch
  /// concurrently, the store must serialize them; a recorder does not make a racy store safe.
  ///
  /// A call from inside the reducer only reduces: its changes are part of the outer action's patch,
  /// which is marked as not exact. `RecorderStatistics.nestedCount` counts these calls.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The store's state.
  ///   - source: The source location of the dispatch.
  ///   - reduce: The reducer.
  /// - Returns: The action's number in the log, for `withCause`; nil if it is not recorded.
  @discardableResult
  public func record(
    _ action: Action, into state: inout State, source: ActionSource? = nil,
    reduce: (inout State, Action) throws -> Void
  ) rethrows -> Int? {
    try record(action, into: &state, source: source) { state, action, seq in
      try reduce(&state, action)
      return seq
    }
  }

  /// Records an action, and returns the reducer's result, such as an effect.
  public func record<Result>(
    _ action: Action, into state: inout State, source: ActionSource? = nil,
    reduce: (inout State, Action) throws -> Result
  ) rethrows -> Result {
    try record(action, into: &state, source: source) { state, action, _ in
      try reduce(&state, action)
    }
  }

  /// Records an action with a reducer that receives the action's number in the log.
  ///
  /// The reducer can store the number in its result, so that later actions have their cause:
  ///
  ///     recorder.record(action, into: &state) { state, action, seq in
  ///       reduce(&state, action).map { CausedEffect($0, by: seq) }
  ///     }
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The store's state.
  ///   - source: The source location of the dispatch.
  ///   - reduce: The reducer; its last argument is nil if the action is not recorded.
  /// - Returns: The reducer's result.
  public func record<Result>(
    _ action: Action, into state: inout State, source: ActionSource? = nil,
    reduce: (_ state: inout State, _ action: Action, _ seq: Int?) throws -> Result
  ) rethrows -> Result {
    try record(action, into: &state, source: source, isHandled: false, reduce: reduce)
  }
}
