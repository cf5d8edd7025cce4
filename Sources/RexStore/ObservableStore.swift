public import Observation
import RexLocking

/// A store's state for views: on the main actor, and observable by the Observation framework.
///
///     @State private var chat = ObservableStore(store)
///     …
///     Text(chat.state.title)        the view is made again when the state changes
///
/// It follows the store: what other threads dispatch shows as soon as the main actor has time, what
/// is dispatched here at once, provided that the store was idle. It shows the newest state and may
/// pass over states between.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class ObservableStore<Action: Sendable, State: Sendable> {
  /// The state as the main actor knows it.
  public private(set) var state: State

  @ObservationIgnored private let store: Store<Action, State>
  @ObservationIgnored private var subscription: Subscription?

  /// Whether the store has changed since `state` was read; then a task is on its way to read it.
  @ObservationIgnored private let isStale = Locked(false)

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
    guard !exchangeIsStale(true) else { return }
    Task { @MainActor in refresh() }
  }

  private func refresh() {
    if exchangeIsStale(false) { state = store.state }
  }

  /// Sets `isStale`, and returns what it was.
  private nonisolated func exchangeIsStale(_ isStaleNow: Bool) -> Bool {
    isStale.withLock { isStale in
      defer { isStale = isStaleNow }
      return isStale
    }
  }
}
