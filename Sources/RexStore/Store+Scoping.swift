import RexLocking

extension Store {
  /// A store of its own over a part of this one's state and actions: for a module of an app.
  ///
  ///     child.dispatch(e) ─▶ child reduces e ─▶ parent.dispatch(embed(e)) ─▶ parent reduces it
  ///     child ◀─ updateFromOutside(part of the state) ◀────────────────────── parent has changed
  ///
  /// The child answers at once from its own reducer; the parent, whose reducer contains the
  /// child's in some way, has the last word. Each change of the parent comes back to the child as
  /// the action `update` makes of the parent's part. It is reduced only where the child's state
  /// differs, is not sent up again, and never takes the child back behind an action of its own. So
  /// a recording of the parent has every action, and a recording of the child replays alone.
  ///
  /// What the child's own middleware swallows or changes goes up swallowed or changed. When the
  /// parent's state is set from outside, so is the child's. The child keeps the parent alive, not
  /// the other way round.
  ///
  /// - Parameters:
  ///   - part: the child's part of the state.
  ///   - embed: the parent's action for one of the child's.
  ///   - update: the child's action for a state that comes from outside. It must extract what it
  ///     embeds, whatever the state; else such an action would be taken for one of the child's own.
  public func scope<LocalAction: Sendable, LocalState: Equatable & Sendable>(
    state part: @escaping @Sendable (State) -> LocalState,
    action embed: @escaping @Sendable (LocalAction) -> Action,
    update: CasePath<LocalAction, LocalState>,
    reducer: Reducer<LocalAction, LocalState>,
    middleware: Middleware<LocalAction, LocalState>...
  ) -> Store<LocalAction, LocalState> {
    let bond = Bond()
    let parent = self
    let updating: @Sendable (LocalState) -> LocalAction = { outside in
      let action = update.embed(outside)
      precondition(
        update.extract(action) != nil,
        "the case path of a scope's update must extract the action it embeds: \(action)")
      return action
    }
    let following = Middleware<LocalAction, LocalState> { context, next, action in
      guard update.extract(action) != nil else { return next(action) }
      guard bond.isUpToDate else { return }
      // The parent's state of now, not of when the update was sent, which may be long ago; and read
      // after the check, so that it contains all that the child has sent.
      let outside = part(parent.state)
      if outside != context.state { next(updating(outside)) }
    }
    let sendingUp = Middleware<LocalAction, LocalState> { context, next, action in
      next(action)
      guard update.extract(action) == nil else { return }
      bond.send()
      parent.dispatch(embed(action), from: context.source)
      parent.handle(
        .checkpoint { state in
          bond.arrive()
          context.dispatch(updating(part(state)), from: .parent)
        })
    }
    let child = Store<LocalAction, LocalState>(
      initialState: part(state), reducer: reducer,
      middleware: following, .compose(middleware), sendingUp)
    bond.hold(
      observeChanges { [weak child] change in
        let outside = part(change.state)
        child?.handle(
          change.isReplacement
            ? .replacement(outside, .parent) : .action(updating(outside), .parent))
      })
    return child
  }
}

extension ActionSource {
  /// The source of an update that comes from a parent.
  fileprivate static let parent = ActionSource.here(info: "changed in the parent store")
}

/// What a child knows of its parent: how many of its actions are on their way there.
private final class Bond: Sendable {
  private struct Shared: Sendable {
    var underWayCount = 0
    var subscription: Subscription?
  }

  private let shared = Locked(Shared())

  var isUpToDate: Bool { shared.withLock { $0.underWayCount == 0 } }

  func send() { shared.withLock { $0.underWayCount += 1 } }
  func arrive() { shared.withLock { $0.underWayCount -= 1 } }

  /// Holds the child's subscription to the parent for as long as the child lives.
  func hold(_ subscription: Subscription) { shared.withLock { $0.subscription = subscription } }
}
