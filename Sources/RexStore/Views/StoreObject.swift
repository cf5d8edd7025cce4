#if canImport(Combine)
  public import Combine
  public import RexActions

  /// A part of a store for views before iOS 17, as an `ObservableObject` on the main actor.
  ///
  ///     @StateObject private var chat = StoreObject(store, \.chat)
  ///
  /// On iOS 17 and later, prefer `ObservableStore`.
  @MainActor
  public final class StoreObject<Action: Sendable, State: Sendable>: ObservableObject,
    ObservedStore
  {
    /// The state on the main actor.
    @Published public private(set) var state: State

    private let follower: StoreFollower<Action, State>

    /// Creates an object that is updated unless two states are the same.
    public init(
      _ store: Store<Action, State>, isSame: @escaping @Sendable (State, State) -> Bool
    ) {
      follower = StoreFollower(store, isSame: isSame)
      state = follower.state
      follower.begin { [weak self] in self?.state = $0 }
    }

    /// Dispatches an action to the store with this source.
    public func dispatch(_ action: Action, from source: ActionSource) {
      follower.dispatch(action, from: source)
    }
  }
#endif
