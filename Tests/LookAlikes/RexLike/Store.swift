// The public names of swift-rex 0.2 (pelagornis), whose module is `Rex`, and the order in which its
// store does things: it reads the state, reduces on an actor, and writes the state, and awaits in
// between.

/// What every state conforms to.
public protocol Statable: Sendable, Equatable, Codable {}

/// What every action conforms to.
public protocol Actionable: Sendable {}

/// Work that a reducer wants done.
public struct Effect<Action: Actionable>: Sendable {
  private let operation: @Sendable (EffectEmitter<Action>) async -> Void

  /// Creates an effect of a closure.
  public init(_ operation: @escaping @Sendable (EffectEmitter<Action>) async -> Void) {
    self.operation = operation
  }

  /// Does the work.
  public func run(dispatch: @escaping @Sendable (Action) -> Void) async {
    await operation(EffectEmitter(dispatch: dispatch))
  }

  /// Another action.
  public static func just(_ action: Action) -> Effect { Effect { $0.send(action) } }
}

/// Takes the actions of an effect.
public struct EffectEmitter<Action>: Sendable {
  let dispatch: @Sendable (Action) -> Void

  /// Dispatches an action.
  public func send(_ action: Action) { dispatch(action) }
}

/// A reducer of states and actions.
public protocol Reducer: Sendable {
  /// What the store holds.
  associatedtype State: Statable
  /// What happens.
  associatedtype Action: Actionable

  /// Reduces an action.
  func reduce(state: inout State, action: Action) -> [Effect<Action>]
}

/// A store for all threads.
public final class Store<R: Reducer>: Sendable {
  private let dispatcher: Dispatcher<R>

  /// Creates a store with its first state.
  public init(initialState: R.State, reducer: R) {
    dispatcher = Dispatcher(current: Current(initialState), reducer: reducer)
  }

  /// The state.
  public var state: R.State { get async { await dispatcher.current.state } }

  /// Reduces an action, and runs its effects, some time later.
  public func dispatch(_ action: R.Action) {
    Task { await dispatcher.dispatch(action) { [weak self] in self?.dispatch($0) } }
  }
}

private actor Dispatcher<R: Reducer> {
  let current: Current<R.State>
  private let reducer: R

  init(current: Current<R.State>, reducer: R) {
    (self.current, self.reducer) = (current, reducer)
  }

  func dispatch(_ action: R.Action, _ next: @escaping @Sendable (R.Action) -> Void) async {
    var state = await current.state
    let effects = reducer.reduce(state: &state, action: action)
    await current.set(state)
    for effect in effects { await effect.run(dispatch: next) }
  }
}

private actor Current<State: Sendable> {
  private(set) var state: State

  init(_ state: State) { self.state = state }

  func set(_ state: State) { self.state = state }
}
