public import Observation
public import RexActions

/// A part of a store for views: on the main actor, and observable by the Observation framework.
///
///     @State private var chat = ObservableStore(store, \.chat)
///     …
///     Text(chat.state.title)        the view is made again when the chat has changed
///
/// Before iOS 17, take `StoreObject`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class ObservableStore<Action: Sendable, State: Sendable>: ObservedStore {
  /// The state as the main actor knows it.
  public private(set) var state: State

  @ObservationIgnored private let follower: StoreFollower<Action, State>

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
