import RexActions

extension Store {
  /// Creates a separate store for a part of this store's state and actions, for an app's module.
  ///
  ///     child.dispatch(e) ─▶ child reduces e ─▶ parent.dispatch(embed(e)) ─▶ parent reduces it
  ///     child ◀─ updateFromOutside(part of the state) ◀────────────────────── parent has changed
  ///
  /// The child first updates its state with its own reducer. The parent, whose reducer must include
  /// the child's, then determines the final state. The child receives each change of the parent as
  /// an action, which `update` creates from the child's part of the parent's state, with the source
  /// of the parent's action. The child reduces this update only if its state differs. The update is
  /// not sent to the parent, and never reverts an action of the child that the parent has not
  /// handled yet. So a recording of the parent contains every action, and a recording of the child
  /// can be replayed on its own.
  ///
  /// Actions that the child's middlewares drop or change are not sent to the parent, or are sent
  /// changed. When the parent's state is set from outside, so is the child's. The child keeps the
  /// parent alive, but not vice versa.
  ///
  /// - Parameters:
  ///   - part: Returns the child's part of the state.
  ///   - embed: Returns the parent's action for a child's action.
  ///   - update: Returns the child's action that carries a state from the parent. Only the store
  ///     dispatches it. The child's reducer has to set that state, or debug builds print a warning.
  ///   - reducer: The child's reducer.
  ///   - middlewares: The child's middlewares.
  ///   - feedbacks: The child's effects, which last as long as the child.
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
    let connection = ParentConnection(currentPart: { part(parent.state) }, makeUpdate: update)
    let sendingUp = Middleware<LocalAction, LocalState> { context, next, action in
      next(action)
      guard !connection.isUpdating else { return }
      connection.countSentAction()
      let cause = parent.core.tracksCauses ? Cause.current : nil
      parent.dispatch(
        embed(action), from: context.source, cause: cause.map { Cause(representing: $0) })
      parent.handle(.checkpoint { _ in connection.parentHandledAction(context.source) })
    }
    let child = Store<LocalAction, LocalState>(
      initialState: part(state), reducer: reducer, middleware: .compose(middlewares + [sendingUp]),
      tracksCauses: core.tracksCauses)
    connection.setChild(child)
    child.keep(
      observeChanges { [weak connection] change in
        switch change.kind {
        case .began:
          connection?.follow(ActionSource(file: file, function: function, line: line))
        case .action(_, let source): connection?.follow(source)
        case .replaced(let source): connection?.replaceState(part(change.state), source)
        }
      })
    child.keep(feedbacks)
    return child
  }
}
