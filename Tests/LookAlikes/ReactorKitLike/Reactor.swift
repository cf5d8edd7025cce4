// The names of ReactorKit 3, with a list instead of an observable: an action becomes mutations, and
// each of them is reduced.

/// A view's logic.
public protocol Reactor: AnyObject {
  /// What the user does.
  associatedtype Action
  /// What happens to the state.
  associatedtype Mutation = Action
  /// What the view shows.
  associatedtype State

  /// The state, first and last.
  var currentState: State { get set }

  /// What an action leads to.
  func mutate(action: Action) -> [Mutation]
  /// The state after a mutation.
  func reduce(state: State, mutation: Mutation) -> State
}

extension Reactor {
  /// Handles an action, as the original's subject of actions does.
  public func send(_ action: Action) {
    for mutation in mutate(action: action) {
      currentState = reduce(state: currentState, mutation: mutation)
    }
  }
}
