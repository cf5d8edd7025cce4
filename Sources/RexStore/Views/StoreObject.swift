#if canImport(Combine)
  public import Combine
  public import RexActions

  /// A part of a store for views before iOS 17: an `ObservableObject` on the main actor.
  ///
  ///     @StateObject private var chat = StoreObject(store, \.chat)
  ///
  /// From iOS 17 on, prefer `ObservableStore`.
  @MainActor
  public final class StoreObject<Action: Sendable, State: Sendable>: ObservableObject,
    ObservedStore
  {
    /// The state as the main actor knows it.
    @Published public private(set) var state: State

    private let follower: StoreFollower<Action, State>

    /// Follows a projection.
    public init(_ store: StoreProjection<Action, State>) {
      follower = StoreFollower(store)
      state = follower.state
      follower.begin { [weak self] in self?.state = $0 }
    }

    /// Dispatches into the store, in the name of this source.
    public func dispatch(_ action: Action, from source: ActionSource) {
      follower.dispatch(action, from: source)
    }
  }
#endif
