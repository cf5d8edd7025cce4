public import Observation

/// A part of a store for views: on the main actor, and observable by the Observation framework.
///
///     @State private var chat = ObservableStore(store, \.chat)
///     …
///     Text(chat.state.title)        the view is made again when the chat has changed
///
/// It follows the store: what other threads dispatch shows as soon as the main actor has time, what
/// is dispatched here at once, provided that the store was idle. It shows the newest state and may
/// pass over states between. A state that is Equatable and has not changed invalidates no view.
/// Before iOS 17, take `StoreObject`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class ObservableStore<Action: Sendable, State: Sendable> {
  /// The state as the main actor knows it.
  public private(set) var state: State

  @ObservationIgnored private let store: StoreProjection<Action, State>
  @ObservationIgnored private var subscription: Subscription?
  @ObservationIgnored private let staleness = Staleness()

  /// Follows a projection.
  public init(_ store: StoreProjection<Action, State>) {
    self.store = store
    state = store.state
    subscription = store.observe { [weak self, staleness] _ in
      staleness.begin { self?.refresh() }
    }
  }

  /// Follows a part of a store; actions are those of the store.
  public convenience init<Whole: Sendable>(
    _ store: Store<Action, Whole>, _ part: @escaping @Sendable (Whole) -> State
  ) where State: Equatable {
    self.init(store.projection(state: part, action: { $0 }))
  }

  /// Follows the whole state of a store.
  public convenience init(_ store: Store<Action, State>) where State: Equatable {
    self.init(store, { $0 })
  }

  /// Follows the whole state of a store; every action invalidates the views.
  public convenience init(_ store: Store<Action, State>) {
    self.init(store.projection(state: { $0 }, action: { $0 }))
  }

  /// Dispatches into the store.
  public func dispatch(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    store.dispatch(action, info: info, file: file, function: function, line: line)
    refresh()
  }

  private func refresh() {
    guard staleness.end() else { return }
    let new = store.state
    if !store.isSame(state, new) { state = new }
  }
}
