import RexActions

extension Store {
  /// A store of its own over a part of this one's state and actions: for a module of an app.
  ///
  ///     child.dispatch(e) ─▶ child reduces e ─▶ parent.dispatch(embed(e)) ─▶ parent reduces it
  ///     child ◀─ updateFromOutside(part of the state) ◀────────────────────── parent has changed
  ///
  /// The child answers at once from its own reducer; the parent, whose reducer contains the
  /// child's in some way, has the last word. Each change of the parent comes back to the child as
  /// the action `update` makes of the parent's part, in the name of the place where the parent's
  /// action was dispatched. It is reduced only where the child's state
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
  ///   - update: the child's action for a state that comes from outside; only the store dispatches
  ///     it. The child's reducer has to follow it, or debug builds complain.
  ///   - feedbacks: the child's own effects, which last as long as the child.
  public func scope<LocalAction: Sendable, LocalState: Equatable & Sendable>(
    state part: @escaping @Sendable (State) -> LocalState,
    action embed: @escaping @Sendable (LocalAction) -> Action,
    update: @escaping @Sendable (LocalState) -> LocalAction,
    reducer: Reducer<LocalAction, LocalState>,
    middlewares: [any MiddlewareConvertible<LocalAction, LocalState>] = [],
    feedbacks: [Feedback<LocalAction, LocalState>] = [],
    file: String = #fileID, function: String = #function, line: Int = #line
  ) -> Store<LocalAction, LocalState> {
    let parent = self
    let link = ParentLink(currentPart: { part(parent.state) }, makeUpdate: update)
    let sendingUp = Middleware<LocalAction, LocalState> { context, next, action in
      next(action)
      guard !link.isUpdating else { return }
      link.send()
      let cause = parent.core.tracksCauses ? Cause.current : nil
      parent.dispatch(
        embed(action), from: context.source, cause: cause.map { Cause(standingFor: $0) })
      parent.handle(.checkpoint { _ in link.arrive(context.source) })
    }
    let child = Store<LocalAction, LocalState>(
      initialState: part(state), reducer: reducer, middleware: .compose(middlewares + [sendingUp]),
      tracksCauses: core.tracksCauses)
    link.lead(to: child)
    child.keep(
      observeChanges { [weak link] change in
        switch change.cause {
        case .began:
          link?.follow(ActionSource(file: file, function: function, line: line))
        case .action(_, let source): link?.follow(source)
        case .replaced(let source): link?.replaceState(part(change.state), source)
        }
      })
    child.keep(feedbacks)
    return child
  }
}
