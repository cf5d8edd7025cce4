import RexActions
import RexLocking

/// A scoped store's connection to its parent, owned by the scoped store.
final class ParentConnection<Action: Sendable, State: Equatable & Sendable>: Sendable {
  private struct Shared {
    weak var child: Store<Action, State>?
    /// The number of the child's actions that the parent has not handled yet.
    var unhandledCount = 0
    var updating: State?
  }

  private let shared = Locked(Shared())
  private let currentPart: @Sendable () -> State
  private let makeUpdate: (@Sendable (State) -> Action)?

  init(
    currentPart: @escaping @Sendable () -> State, makeUpdate: (@Sendable (State) -> Action)?
  ) {
    (self.currentPart, self.makeUpdate) = (currentPart, makeUpdate)
  }

  /// The state from the parent while the child is handling the update with it; otherwise nil.
  var updating: State? { shared.withLock { $0.updating } }

  /// Sets the store that receives the parent's changes.
  func setChild(_ child: Store<Action, State>) { shared.withLock { $0.child = child } }

  /// Counts an action that the child sends to the parent.
  func countSentAction() { shared.withLock { $0.unhandledCount += 1 } }

  /// Updates the child after the parent has handled one of the child's actions.
  func parentHandledAction(_ source: ActionSource) {
    shared.withLock { $0.unhandledCount -= 1 }
    follow(source)
  }

  /// Sets the child's state from outside, like the parent's.
  func replaceState(_ state: State, _ source: ActionSource) {
    shared.withLock { $0.child }?.replaceState(state, from: source)
  }

  /// Queues an update of the child; it is skipped if the parent has not handled all child actions.
  ///
  /// - Parameter source: The source of the action that changed the parent.
  func follow(_ source: ActionSource) {
    guard let child = shared.withLock({ $0.child }) else { return }
    let cause = Cause.current
    child.performAsLink { [weak child] in
      guard let child, self.shared.withLock({ $0.unhandledCount == 0 }) else { return }
      // Uses the parent's current state, since this may have been queued long ago, and reads it
      // after the check, so that it includes all of the child's actions.
      let part = self.currentPart()
      guard part != child.state else { return }
      Cause.withCurrent(cause) { self.update(child, to: part, source) }
    }
  }

  private func update(_ child: Store<Action, State>, to part: State, _ source: ActionSource) {
    let old = child.state
    if let makeUpdate {
      shared.withLock { $0.updating = part }
      child.chain(makeUpdate(part), source)
      shared.withLock { $0.updating = nil }
    }
    // The child also follows if a middleware drops the update or the reducer ignores it.
    if child.state == old {
      child.core.runAsReducer { child.core.replace(part, source, .followed(source)) }
    }
  }
}
