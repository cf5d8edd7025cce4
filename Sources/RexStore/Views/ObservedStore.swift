/// A part of a store on the main actor, for views: an `ObservableStore` or a `StoreObject`.
///
/// Actions of other threads update the state when the main actor is next free; actions dispatched
/// here update it at once if the store was idle. Each update sets the latest state, so intermediate
/// states can be skipped. If the state is Equatable, views are only invalidated when it changes.
@MainActor
public protocol ObservedStore<Action, State>: AnyObject {
  /// The type of the actions.
  associatedtype Action: Sendable
  /// The type of the state.
  associatedtype State: Sendable

  /// The state on the main actor.
  var state: State { get }

  /// Creates a store that is updated unless two states are the same.
  init(_ store: Store<Action, State>, isSame: @escaping @Sendable (State, State) -> Bool)

  /// Dispatches an action to the store with this source.
  func dispatch(_ action: Action, from source: ActionSource)
}

extension ObservedStore {
  /// Creates a store that follows another one; every action invalidates the views.
  public init(_ store: Store<Action, State>) {
    self.init(store, isSame: { _, _ in false })
  }

  /// Creates a store that follows another one; only changes invalidate the views.
  public init(_ store: Store<Action, State>) where State: Equatable {
    self.init(store, isSame: ==)
  }

  /// Creates a store that follows a part of another store's state, with the same actions.
  public init<Whole: Sendable>(
    _ store: Store<Action, Whole>, _ part: @escaping @Sendable (Whole) -> State
  ) where State: Equatable {
    self.init(store.scope(state: part, action: { $0 }))
  }

  /// Dispatches an action to the store.
  public func dispatch(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    dispatch(action, from: ActionSource(file: file, function: function, line: line, info: info))
  }
}
