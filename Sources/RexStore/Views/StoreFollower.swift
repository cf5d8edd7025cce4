import RexActions

/// Keeps a copy of a part of a store up to date on the main actor.
@MainActor
final class StoreFollower<Action: Sendable, State: Sendable> {
  /// The state on the main actor.
  private(set) var state: State

  private let store: StoreProjection<Action, State>
  private let staleness = Staleness()
  private var show: @MainActor (State) -> Void = { _ in }
  private var subscription: Subscription?

  init(_ store: StoreProjection<Action, State>) {
    (self.store, state) = (store, store.state)
  }

  /// Starts to pass each new state to `show`.
  func begin(_ show: @escaping @MainActor (State) -> Void) {
    self.show = show
    subscription = store.observe { [weak self, staleness] _ in
      staleness.markStale { self?.refresh() }
    }
  }

  /// Dispatches an action to the store, and updates the copy at once.
  func dispatch(_ action: Action, from source: ActionSource) {
    store.dispatch(action, from: source)
    refresh()
  }

  private func refresh() {
    guard staleness.markCurrent() else { return }
    let new = store.state
    guard !store.isSame(state, new) else { return }
    state = new
    show(new)
  }
}
