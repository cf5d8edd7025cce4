public import RexActions

extension Recorder {
  /// Runs the reducer with the action and records both.
  ///
  /// The action is in the log before the reducer is called. What the reducer throws is recorded and
  /// thrown again.
  ///
  /// The state is the store's, and so is the order: where several threads may dispatch at once, the
  /// store must serialise them. A recorder does not make a racy store safe.
  ///
  /// A call from inside the reducer reduces and writes no line of its own. What it did is part of
  /// the outer action's patch, which is marked as not exact; `RecorderStatistics.nestedCount`
  /// counts it.
  ///
  /// - Returns: the action's number in the log, for `withCause`; nil when it is not recorded.
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

  /// The same for a reducer that returns something, such as an effect, which is returned.
  public func record<Result>(
    _ action: Action, into state: inout State, source: ActionSource? = nil,
    reduce: (inout State, Action) throws -> Result
  ) rethrows -> Result {
    try record(action, into: &state, source: source) { state, action, _ in
      try reduce(&state, action)
    }
  }

  /// The same for a closure that is given the action's number in the log.
  ///
  /// It may mark what it returns with the number, so that what comes of that has its cause:
  ///
  ///     recorder.record(action, into: &state) { state, action, seq in
  ///       reduce(&state, action).map { CausedEffect($0, by: seq) }
  ///     }
  ///
  /// - Parameter reduce: its last argument is nil when the action is not recorded.
  public func record<Result>(
    _ action: Action, into state: inout State, source: ActionSource? = nil,
    reduce: (_ state: inout State, _ action: Action, _ seq: Int?) throws -> Result
  ) rethrows -> Result {
    try record(action, into: &state, source: source, isHandled: false, reduce: reduce)
  }
}
