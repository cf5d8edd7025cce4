public import RexActions

/// A change of a store's state, as its observers receive it.
public struct StateChange<Action: Sendable, State: Sendable>: Sendable {
  /// Why an observer is called.
  public enum Cause: Sendable {
    /// The observer is new and receives the current state.
    case began
    /// An action was reduced; the state can be the same as before.
    case action(Action, ActionSource)
    /// The state was set from outside, such as by time travel.
    case replaced(ActionSource)
  }

  /// The new state.
  public let state: State
  /// The cause of the change.
  public let cause: Cause

  /// Whether the state was set from outside.
  public var isReplacement: Bool {
    if case .replaced = cause { true } else { false }
  }

  @inlinable
  init(state: State, cause: Cause) {
    (self.state, self.cause) = (state, cause)
  }
}
