public import RexActions

/// A change of a store's state, as its observers receive it.
public struct StateChange<Action: Sendable, State: Sendable>: Sendable {
  /// What changed the state.
  public enum Kind: Sendable {
    /// The observer is new and receives the current state.
    case began
    /// An action was reduced; the state can be the same as before.
    case action(Action, ActionSource)
    /// The store is scoped without `update:`, and its part of the parent's state changed.
    case followed(ActionSource)
    /// The state was set from outside, such as by time travel.
    case replaced(ActionSource)
  }

  /// The new state.
  public let state: State
  /// What changed the state.
  public let kind: Kind

  /// Whether the state was set from outside.
  public var isReplacement: Bool {
    if case .replaced = kind { true } else { false }
  }

  @usableFromInline
  init(state: State, kind: Kind) {
    (self.state, self.kind) = (state, kind)
  }
}
