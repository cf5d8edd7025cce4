import RexActions
import RexLocking

#if DEBUG
  import Foundation
#endif

/// A scoped store's connection to its parent, owned by the scoped store.
final class ParentConnection<Action: Sendable, State: Equatable & Sendable>: Sendable {
  private struct Shared {
    weak var child: Store<Action, State>?
    /// The number of the child's actions that the parent has not handled yet.
    var unhandledCount = 0
    var isUpdating = false
    var hasWarned = false
  }

  private let shared = Locked(Shared())
  private let currentPart: @Sendable () -> State
  private let makeUpdate: @Sendable (State) -> Action

  init(
    currentPart: @escaping @Sendable () -> State,
    makeUpdate: @escaping @Sendable (State) -> Action
  ) {
    (self.currentPart, self.makeUpdate) = (currentPart, makeUpdate)
  }

  /// Whether the child is handling an update from the parent.
  var isUpdating: Bool { shared.withLock { $0.isUpdating } }

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
    shared.withLock { $0.child }?.handle(.replacement(state, source))
  }

  /// Queues an update of the child; it is skipped if the parent has not handled all child actions.
  ///
  /// - Parameter source: The source of the action that changed the parent.
  func follow(_ source: ActionSource) {
    guard let child = shared.withLock({ $0.child }) else { return }
    let cause = Cause.current
    child.handle(
      .resumption { [weak child] in
        guard let child, self.shared.withLock({ $0.unhandledCount == 0 }) else { return }
        // Uses the parent's current state, since this may have been queued long ago, and reads it
        // after the check, so that it includes all of the child's actions.
        let part = self.currentPart()
        guard part != child.state else { return }
        Cause.withCurrent(cause) { self.update(child, to: part, source) }
      })
  }

  private func update(_ child: Store<Action, State>, to part: State, _ source: ActionSource) {
    let old = child.state
    shared.withLock { $0.isUpdating = true }
    child.chain(makeUpdate(part), source)
    shared.withLock { $0.isUpdating = false }
    #if DEBUG
      if child.state == old { warnOnce() }
    #endif
  }

  #if DEBUG
    private func warnOnce() {
      let isFirst = shared.withLock { shared in
        defer { shared.hasWarned = true }
        return !shared.hasWarned
      }
      guard isFirst else { return }
      let warning = """
        RexStore: a scoped store of \(State.self) did not follow its parent. Its reducer has to \
        set the state of its update action, and its middlewares have to pass that action on.

        """
      FileHandle.standardError.write(Data(warning.utf8))
    }
  #endif
}
