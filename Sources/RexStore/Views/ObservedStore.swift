/// A part of a store on the main actor, for views: an `ObservableStore` or a `StoreObject`.
///
/// It follows the store: what other threads dispatch shows as soon as the main actor has time, what
/// is dispatched here at once, provided that the store was idle. It shows the newest state and may
/// pass over states between. A state that is Equatable and has not changed invalidates no view.
@MainActor
public protocol ObservedStore<Action, State>: AnyObject {
  /// What is dispatched.
  associatedtype Action: Sendable
  /// What is shown.
  associatedtype State: Sendable

  /// The state as the main actor knows it.
  var state: State { get }

  /// Follows a projection.
  init(_ store: StoreProjection<Action, State>)

  /// Dispatches into the store, in the name of this source.
  func dispatch(_ action: Action, from source: ActionSource)
}

extension ObservedStore {
  /// Follows a part of a store; actions are those of the store.
  public init<Whole: Sendable>(
    _ store: Store<Action, Whole>, _ part: @escaping @Sendable (Whole) -> State
  ) where State: Equatable {
    self.init(store.projection(state: part, action: { $0 }))
  }

  /// Follows the whole state of a store.
  public init(_ store: Store<Action, State>) where State: Equatable {
    self.init(store, { $0 })
  }

  /// Follows the whole state of a store; every action invalidates the views.
  public init(_ store: Store<Action, State>) {
    self.init(store.projection(state: { $0 }, action: { $0 }))
  }

  /// Dispatches into the store.
  public func dispatch(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    dispatch(action, from: ActionSource(file: file, function: function, line: line, info: info))
  }
}
