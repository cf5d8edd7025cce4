/// Records what a store does, such as a `Recorder` of RexRecorder.
///
/// A store that takes any `ActionRecorder`, such as RexStore's, does not depend on the recorder,
/// nor the recorder on the store.
public protocol ActionRecorder<Action, State>: Sendable {
  /// The type of the store's actions.
  associatedtype Action
  /// The type of the store's state.
  associatedtype State

  /// Records an action around its reduction. The store calls it for each action, in order.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - source: The source location of the dispatch.
  ///   - state: The store's state.
  ///   - reduce: The reducer; it may also be called on a copy of the state, to compare results.
  func recordReduction(
    of action: Action, from source: ActionSource, into state: inout State,
    reduce: (Action, inout State) -> Void)

  /// Records that the state was set from outside, such as by time travel.
  func recordReplacement(by state: State, source: ActionSource?)
}
