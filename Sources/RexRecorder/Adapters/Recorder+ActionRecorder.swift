public import RexActions

/// RexStore takes a recorder as `recorder.middleware`, without a dependency of either on the other.
extension Recorder: ActionRecorder {
  /// Records an action of a store that has made it the current cause.
  public func recordReduction(
    of action: Action, from source: ActionSource, into state: inout State,
    reduce: (Action, inout State) -> Void
  ) {
    record(action, into: &state, source: source, isHandled: true) { state, action, _ in
      reduce(action, &state)
    }
  }
}
