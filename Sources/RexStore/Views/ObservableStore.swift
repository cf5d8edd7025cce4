public import Observation
public import RexActions

/// A part of a store for views, on the main actor and observable with Observation.
///
///     @State private var chat = ObservableStore(store, \.chat)
///     …
///     Text(chat.state.title)        // the view updates when the chat changes
///
/// Before iOS 17, use `StoreObject`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class ObservableStore<Action: Sendable, State: Sendable>: ObservedStore {
  /// The state on the main actor.
  public private(set) var state: State

  @ObservationIgnored private let follower: StoreFollower<Action, State>

  /// Creates an observable store that is updated unless two states are the same.
  public init(_ store: Store<Action, State>, isSame: @escaping @Sendable (State, State) -> Bool) {
    follower = StoreFollower(store, isSame: isSame)
    state = follower.state
    follower.begin { [weak self] in self?.state = $0 }
  }

  /// Dispatches an action to the store with this source.
  public func dispatch(_ action: Action, from source: ActionSource) {
    follower.dispatch(action, from: source)
  }
}
