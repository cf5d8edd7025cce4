#if canImport(Combine)
  public import Combine

  /// A part of a store for views before iOS 17: an `ObservableObject` on the main actor.
  ///
  ///     @StateObject private var chat = StoreObject(store, \.chat)
  ///
  /// It follows the store as `ObservableStore` does, which is to be preferred from iOS 17 on.
  @MainActor
  public final class StoreObject<Action: Sendable, State: Sendable>: ObservableObject {
    /// The state as the main actor knows it.
    @Published public private(set) var state: State

    private let store: StoreProjection<Action, State>
    private var subscription: Subscription?
    private let staleness = Staleness()

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
#endif
