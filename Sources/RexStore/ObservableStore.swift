public import Observation
import Synchronization

/// A store's state for views: on the main actor, and observable by the Observation framework.
///
///     @State private var chat = ObservableStore(store)
///     …
///     Text(chat.state.title)        the view is made again when the state changes
///
/// It follows the store: what other threads dispatch shows as soon as the main actor has time, what
/// is dispatched here at once, provided that the store was idle. It shows the newest state and may
/// pass over states between.
@MainActor
@Observable
public final class ObservableStore<Action: Sendable, State: Sendable> {
  /// The state as the main actor knows it.
  public private(set) var state: State

  @ObservationIgnored private let store: Store<Action, State>
  @ObservationIgnored private var subscription: Subscription?

  /// Whether the store has changed since `state` was read; then a task is on its way to read it.
  private let isStale = Atomic(false)

  /// Follows a store.
  public init(_ store: Store<Action, State>) {
    self.store = store
    state = store.state
    subscription = store.observeChanges { [weak self] _ in self?.goStale() }
  }

  /// Dispatches into the store.
  public func dispatch(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    store.dispatch(action, info: info, file: file, function: function, line: line)
    refresh()
  }

  private nonisolated func goStale() {
    guard !isStale.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task { @MainActor in refresh() }
  }

  private func refresh() {
    if isStale.exchange(false, ordering: .acquiringAndReleasing) { state = store.state }
  }
}
