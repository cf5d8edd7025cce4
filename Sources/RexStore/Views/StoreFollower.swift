import RexActions
import RexLocking

/// Keeps a copy of a store's state up to date on the main actor.
@MainActor
final class StoreFollower<Action: Sendable, State: Sendable> {
  /// The state on the main actor.
  private(set) var state: State

  private let store: Store<Action, State>
  private let isSame: @Sendable (State, State) -> Bool
  /// Whether the copy is stale; if it is, a task to refresh it is pending.
  private let isStale = Locked(false)
  private var show: @MainActor (State) -> Void = { _ in }
  private var subscription: Subscription?

  init(_ store: Store<Action, State>, isSame: @escaping @Sendable (State, State) -> Bool) {
    (self.store, self.isSame, state) = (store, isSame, store.state)
  }

  /// Starts to pass each new state to `show`.
  func begin(_ show: @escaping @MainActor (State) -> Void) {
    self.show = show
    subscription = store.observe { [weak self, isStale] _ in
      if !isStale.exchange(true) { Task { @MainActor in self?.refresh() } }
    }
  }

  /// Dispatches an action to the store, and updates the copy at once.
  func dispatch(_ action: Action, from source: ActionSource) {
    store.dispatch(action, from: source)
    refresh()
  }

  private func refresh() {
    guard isStale.exchange(false) else { return }
    let new = store.state
    guard !isSame(state, new) else { return }
    state = new
    show(new)
  }
}

extension Locked<Bool> {
  /// Sets the value, and returns the one before.
  fileprivate func exchange(_ new: Bool) -> Bool {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
