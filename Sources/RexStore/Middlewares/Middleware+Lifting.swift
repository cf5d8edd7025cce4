public import RexActions
public import RexLocking

/// Lifting converts a feature's middleware to the app's types, like `Reducer.lift`.
///
///     forecasts.lift(action: \.weather, embed: AppAction.weather, state: \.weather)
///
/// The middleware sees only the feature's actions and state; other actions bypass it. It cannot
/// change the state. A wrapper surrounds the reductions of the feature's actions, with the
/// feature's state. So a lifted recorder records only the feature. Its recording is exact if no
/// other feature's actions change that state.
///
/// - `action:` returns the feature's action, or nil: an optional property, or a function.
/// - `embed:` returns the app's action for one that the feature dispatches or passes on.
/// - `state:` returns the feature's state: a property, or a function.
extension MiddlewareConvertible {
  /// Lifts actions and state.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    action getAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state getState: @escaping @Sendable (GlobalState) -> State
  ) -> Middleware<GlobalAction, GlobalState> {
    middleware.lifted(action: getAction, embed: embed, state: getState) { link in
      { store, next in
        let access = store.lifted(embed: embed, getState: { getState(store.state) })
        let handle = link(access) { action, source in next(embed(action), source) }
        return { action, source in
          if let local = getAction(action) { handle(local, source) } else { next(action, source) }
        }
      }
    }
  }

  /// Lifts actions and an optional state; while it is nil, all actions bypass the middleware.
  ///
  /// The link is created when the state first has a value. If the state becomes nil again, the link
  /// reads its last value.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    action getAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    optionalState getState: @escaping @Sendable (GlobalState) -> State?
  ) -> Middleware<GlobalAction, GlobalState> {
    middleware.lifted(action: getAction, embed: embed, state: getState) { link in
      { store, next in
        let created = Locked<CreatedLink<Action, State>?>(nil)
        return { action, source in
          guard let local = getAction(action), let state = getState(store.state) else {
            return next(action, source)
          }
          // Called for one action at a time, so the link is created once.
          if let created = created.withLock({ $0 }) {
            created.last.withLock { $0 = state }
            return created.handle(local, source)
          }
          let last = Locked(state)
          let access = store.lifted(
            embed: embed, getState: { getState(store.state) ?? last.withLock { $0 } })
          let handle = link(access) { action, source in next(embed(action), source) }
          created.withLock { $0 = CreatedLink(handle: handle, last: last) }
          handle(local, source)
        }
      }
    }
  }

  /// Lifts only the actions.
  @inlinable
  public func lift<GlobalAction: Sendable>(
    action getAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction
  ) -> Middleware<GlobalAction, State> {
    lift(action: getAction, embed: embed, state: { $0 })
  }

  /// Lifts only the state.
  @inlinable
  public func lift<GlobalState: Sendable>(
    state getState: @escaping @Sendable (GlobalState) -> State
  ) -> Middleware<Action, GlobalState> {
    lift(action: { $0 }, embed: { $0 }, state: getState)
  }
}

/// The link of a feature whose state is optional, and the last state that was not nil.
@usableFromInline
struct CreatedLink<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline let handle: Middleware<Action, State>.Next
  @usableFromInline let last: Locked<State>

  @inlinable
  init(handle: @escaping Middleware<Action, State>.Next, last: Locked<State>) {
    (self.handle, self.last) = (handle, last)
  }
}

extension Middleware {
  /// Lifts the parts of a middleware: its link by a function, the others here.
  @usableFromInline
  func lifted<GlobalAction: Sendable, GlobalState: Sendable>(
    action getAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state getState: @escaping @Sendable (GlobalState) -> State?,
    link liftLink: (@escaping Link) -> Middleware<GlobalAction, GlobalState>.Link
  ) -> Middleware<GlobalAction, GlobalState> {
    var lifted = Middleware<GlobalAction, GlobalState>(link: liftLink(link))
    if let wrapper {
      lifted.wrapper = { action, source, state, reduce in
        guard let local = getAction(action), var localState = getState(state) else {
          return reduce(action, &state)
        }
        // A wrapper may reduce more than once, to compare the results: each time from this state.
        let before = state
        wrapper(local, source, &localState) { action, localState in
          state = before
          reduce(embed(action), &state)
          localState = getState(state) ?? localState
        }
      }
    }
    if let replacement {
      lifted.replacement = { state, source in
        if let local = getState(state) { replacement(local, source) }
      }
    }
    return lifted
  }
}
