import RexActions
import RexLocking

#if DEBUG
  import Foundation
#endif

/// What a scoped store knows of its parent; the store owns it.
final class ParentLink<Action: Sendable, State: Equatable & Sendable>: Sendable {
  private struct Shared {
    weak var child: Store<Action, State>?
    /// How many of the child's actions are on their way to the parent.
    var underWayCount = 0
    var isUpdating = false
    var hasComplained = false
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

  /// Whether the child is handling an update that comes from the parent.
  var isUpdating: Bool { shared.withLock { $0.isUpdating } }

  /// Leads the parent's changes to a store.
  func lead(to child: Store<Action, State>) { shared.withLock { $0.child = child } }

  /// Notes that an action of the child is on its way to the parent.
  func send() { shared.withLock { $0.underWayCount += 1 } }

  /// Notes that the parent has handled an action of the child.
  func arrive(_ source: ActionSource) {
    shared.withLock { $0.underWayCount -= 1 }
    follow(source)
  }

  /// Sets the child's state as the parent's was set.
  func replaceState(_ state: State, _ source: ActionSource) {
    shared.withLock { $0.child }?.handle(.replacement(state, source))
  }

  /// Brings the child up to date in its turn, unless actions of its own are on their way.
  ///
  /// - Parameter source: where the action was dispatched that has changed the parent.
  func follow(_ source: ActionSource) {
    guard let child = shared.withLock({ $0.child }) else { return }
    let cause = Cause.current
    child.handle(
      .resumption { [weak child] in
        guard let child, self.shared.withLock({ $0.underWayCount == 0 }) else { return }
        // The parent's state of now, not of when this was queued, which may be long ago; and read
        // after the check, so that it contains all that the child has sent.
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
      if child.state == old { complainOnce() }
    #endif
  }

  #if DEBUG
    private func complainOnce() {
      let isFirst = shared.withLock { shared in
        defer { shared.hasComplained = true }
        return !shared.hasComplained
      }
      guard isFirst else { return }
      let complaint = """
        RexStore: a scoped store of \(State.self) did not follow its parent. Its reducer has to \
        take the state of the update it is scoped with, and its middlewares have to pass it on.

        """
      FileHandle.standardError.write(Data(complaint.utf8))
    }
  #endif
}
