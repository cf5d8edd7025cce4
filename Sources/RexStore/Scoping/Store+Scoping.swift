import RexActions

extension Store {
  /// Creates a store for a part of this store's state and actions.
  ///
  ///     let search = store.scope(state: \.search, action: PlayerAction.search)
  ///
  ///     child.dispatch(a) ─▶ child reduces a ─▶ parent.dispatch(embed(a)) ─▶ parent reduces it
  ///     child ◀─ update(part of the state) ◀──────────────────────────────── parent has changed
  ///
  /// Without a reducer of its own, the child shows what the parent makes of its actions. With one,
  /// the child first updates its state itself; the parent, whose reducer must include the child's,
  /// then determines the final state.
  ///
  /// The child receives each change of its part as an action, which `update` creates, with the
  /// source of the parent's action. Without `update`, the change has no action, so a recorder of
  /// the child records it as opaque. An update is not sent to the parent, and never undoes
  /// pending actions of the child. So a recording of the parent contains
  /// every action, and a recording of the child can be replayed on its own.
  ///
  /// Actions that the child's middlewares drop or change are not sent to the parent, or are sent
  /// changed. When the parent's state is set from outside, so is the child's. The child keeps the
  /// parent alive, but not vice versa.
  ///
  /// - Parameters:
  ///   - part: Returns the child's part of the state.
  ///   - embed: Returns the parent's action for a child's action.
  ///   - update: Returns the child's action that carries a state from the parent, such as the case
  ///     `updateFromOutside`. Only the store dispatches it.
  ///   - reducer: The child's reducer.
  ///   - middlewares: The child's middlewares.
  ///   - feedbacks: The child's effects, which last as long as the child.
  ///   - file: The source of the child's first action; by default the caller's file.
  ///   - function: The function of that source.
  ///   - line: The line of that source.
  public func scope<LocalAction: Sendable, LocalState: Equatable & Sendable>(
    state part: @escaping @Sendable (State) -> LocalState,
    action embed: @escaping @Sendable (LocalAction) -> Action,
    update: (@Sendable (LocalState) -> LocalAction)? = nil,
    reducer: Reducer<LocalAction, LocalState>? = nil,
    middlewares: [any MiddlewareConvertible<LocalAction, LocalState>] = [],
    feedbacks: [Feedback<LocalAction, LocalState>] = [],
    file: String = #fileID, function: String = #function, line: Int = #line
  ) -> Store<LocalAction, LocalState> {
    let parent = self
    let connection = ParentConnection(currentPart: { part(parent.state) }, makeUpdate: update)
    let sendingUp = Store<LocalAction, LocalState>.Middleware { context, next, action in
      next(action)
      guard connection.updating == nil else { return }
      connection.countSentAction()
      let cause = parent.core.tracksCauses ? Cause.current : nil
      parent.dispatch(
        embed(action), from: context.source, cause: cause.map { Cause(representing: $0) })
      parent.performAsReducer { connection.parentHandledAction(context.source) }
    }
    let child = Store<LocalAction, LocalState>(
      initialState: part(state),
      reducer: reducer ?? Reducer { _, state in state = connection.updating ?? state },
      middleware: .compose(middlewares + [sendingUp]), tracksCauses: core.tracksCauses)
    connection.setChild(child)
    child.subscriptions.insert(
      observeChanges { [weak connection] change in
        switch change.kind {
        case .began:
          connection?.follow(ActionSource(file: file, function: function, line: line))
        case .action(_, let source), .followed(let source): connection?.follow(source)
        case .replaced(let source): connection?.replaceState(part(change.state), source)
        }
      })
    child.keep(feedbacks)
    return child
  }
}
