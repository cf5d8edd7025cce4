public import RexActions

/// One event in the life of a store's state, as its observers are told.
public struct StateChange<Action: Sendable, State: Sendable>: Sendable {
  /// Why an observer is told.
  public enum Cause: Sendable {
    /// The observer is new, and this is the state it begins with.
    case began
    /// An action was reduced; the state may be the same as before.
    case action(Action, ActionSource)
    /// The state was set from outside, as time travel does.
    case replaced(ActionSource)
  }

  /// The state from now on.
  public let state: State
  /// Why it is so.
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
