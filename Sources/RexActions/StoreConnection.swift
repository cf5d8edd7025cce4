/// A connection through which a tool acts on a store, such as a `LiveLink` of RexLive.
///
/// A store that takes any `StoreConnection`, such as RexStore's, does not depend on the connection,
/// nor the connection on the store.
public protocol StoreConnection<Action, State>: Sendable {
  /// The type of the store's actions.
  associatedtype Action
  /// The type of the store's state.
  associatedtype State

  /// Lets the tool act on the store.
  ///
  /// - Parameters:
  ///   - jump: Sets the store's state; nil if the tool may not. Called on a background thread.
  ///   - dispatch: Dispatches an action; nil if the tool may not. Called on a background thread.
  func accept(jump: (@Sendable (State) -> Void)?, dispatch: (@Sendable (Action) -> Void)?)
}
