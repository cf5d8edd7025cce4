public import RexActions

/// Lifting converts a feature's middleware to the app's types, like `Reducer.lift`. `embed`
/// converts the actions that the feature dispatches or passes on.
///
///     forecasts.lift(action: \.weather, embed: AppAction.weather, state: \.weather)
///
/// The middleware sees only the feature's actions and state; other actions bypass it. A wrapper
/// surrounds the reductions of the feature's actions, with the feature's state. So a lifted
/// recorder records only the feature. Its recording is exact if no other feature's actions change
/// that state. A wrapper's own changes of the state are written back only if `state:` is a writable
/// key path.
///
/// - `action:` extracts the feature's action from an app's action; a key path or a function.
/// - `embed:` returns the app's action for a feature's action, such as an enum's case.
/// - `state:` selects the feature's state; `optionalState:` one that can be nil.
extension MiddlewareConvertible {
  /// Lifts actions and state; the state by a writable key path.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Middleware<GlobalAction, GlobalState> {
    middleware.lifted(
      by: Lift(
        extract: localAction, embed: embed, state: { $0[keyPath: statePath] },
        write: { $0[keyPath: statePath] = $1 }))
  }

  /// Lifts actions and state; the state by a function or a read-only key path.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state getState: @escaping @Sendable (GlobalState) -> State
  ) -> Middleware<GlobalAction, GlobalState> {
    middleware.lifted(
      by: Lift(extract: localAction, embed: embed, state: getState, write: { _, _ in }))
  }

  /// Lifts actions and state; while the state is nil, all actions bypass the middleware.
  ///
  /// The link is created when the state first has a value. If the state becomes nil again, the link
  /// reads its last value.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    optionalState statePath: any WritableKeyPath<GlobalState, State?> & Sendable
  ) -> Middleware<GlobalAction, GlobalState> {
    middleware.lifted(
      by: Lift(
        extract: localAction, embed: embed, optionalState: { $0[keyPath: statePath] },
        write: { if $0[keyPath: statePath] != nil { $0[keyPath: statePath] = $1 } }))
  }

  /// Lifts only the actions.
  @inlinable
  public func lift<GlobalAction: Sendable>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction
  ) -> Middleware<GlobalAction, State> {
    lift(action: localAction, embed: embed, state: \.self)
  }

  /// Lifts only the state, by a writable key path.
  @inlinable
  public func lift<GlobalState: Sendable>(
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Middleware<Action, GlobalState> {
    lift(action: { $0 }, embed: { $0 }, state: statePath)
  }

  /// Lifts only the state, by a function or a read-only key path.
  @inlinable
  public func lift<GlobalState: Sendable>(
    state getState: @escaping @Sendable (GlobalState) -> State
  ) -> Middleware<Action, GlobalState> {
    lift(action: { $0 }, embed: { $0 }, state: getState)
  }

  /// Lifts only the state; while it is nil, all actions bypass the middleware.
  @inlinable
  public func lift<GlobalState: Sendable>(
    optionalState statePath: any WritableKeyPath<GlobalState, State?> & Sendable
  ) -> Middleware<Action, GlobalState> {
    lift(action: { $0 }, embed: { $0 }, optionalState: statePath)
  }
}

/// The conversions between a feature's actions and state and an app's.
@usableFromInline
struct Lift<GlobalAction, GlobalState, Action, State>: Sendable {
  @usableFromInline let extract: @Sendable (GlobalAction) -> Action?
  @usableFromInline let embed: @Sendable (Action) -> GlobalAction
  /// Reads the feature's state; nil while an optional state is nil.
  @usableFromInline let state: @Sendable (GlobalState) -> State?
  /// Reads the feature's state if it is not optional; nil if it is.
  @usableFromInline let requiredState: (@Sendable (GlobalState) -> State)?
  /// Writes back a wrapper's changes of the state, or does nothing.
  @usableFromInline let write: @Sendable (inout GlobalState, State) -> Void

  /// Creates the conversions for a state that is not optional.
  @inlinable
  init(
    extract: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state: @escaping @Sendable (GlobalState) -> State,
    write: @escaping @Sendable (inout GlobalState, State) -> Void
  ) {
    (self.extract, self.embed, self.state, self.write) = (extract, embed, state, write)
    requiredState = state
  }

  /// Creates the conversions for an optional state.
  @inlinable
  init(
    extract: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    optionalState: @escaping @Sendable (GlobalState) -> State?,
    write: @escaping @Sendable (inout GlobalState, State) -> Void
  ) {
    (self.extract, self.embed, self.state, self.write) = (extract, embed, optionalState, write)
    requiredState = nil
  }
}

extension Middleware {
  @inlinable
  func lifted<GlobalAction: Sendable, GlobalState: Sendable>(
    by lift: Lift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState> {
    Middleware<GlobalAction, GlobalState>(
      link: Middleware.lift(link, by: lift),
      wrapper: wrapper.map { Middleware.lift($0, by: lift) },
      replacement: replacement.map { Middleware.lift($0, by: lift) })
  }

  @inlinable
  static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ link: @escaping Link, by lift: Lift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.Link {
    guard let state = lift.requiredState else { return liftOptional(link, by: lift) }
    return { store, next in
      let access = store.lifted(embed: lift.embed, getState: { state(store.state) })
      let handle = link(access) { action, source in next(lift.embed(action), source) }
      return { action, source in
        if let local = lift.extract(action) { handle(local, source) } else { next(action, source) }
      }
    }
  }

  /// Creates the link when the state first has a value.
  @usableFromInline
  static func liftOptional<GlobalAction: Sendable, GlobalState: Sendable>(
    _ link: @escaping Link, by lift: Lift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.Link {
    { store, next in
      let created = Latest<(handle: Next, state: Latest<State>)?>(nil)
      // Called for one action at a time, so the link is created once.
      let handle: @Sendable (State) -> Next = { state in
        if let created = created.value {
          created.state.value = state
          return created.handle
        }
        let last = Latest(state)
        let access = store.lifted(
          embed: lift.embed,
          getState: {
            guard let state = lift.state(store.state) else { return last.value }
            last.value = state
            return state
          })
        let handle = link(access) { action, source in next(lift.embed(action), source) }
        created.value = (handle, last)
        return handle
      }
      return { action, source in
        guard let local = lift.extract(action), let state = lift.state(store.state)
        else { return next(action, source) }
        handle(state)(local, source)
      }
    }
  }

  @inlinable
  static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ wrapper: @escaping ReductionWrapper,
    by lift: Lift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.ReductionWrapper {
    { action, source, state, reduce in
      guard let local = lift.extract(action), var localState = lift.state(state)
      else { return reduce(action, &state) }
      wrapper(local, source, &localState) { local, localState in
        lift.write(&state, localState)
        reduce(lift.embed(local), &state)
        localState = lift.state(state) ?? localState
      }
      lift.write(&state, localState)
    }
  }

  @inlinable
  static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ replacement: @escaping ReplacementObserver,
    by lift: Lift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.ReplacementObserver {
    { state, source in
      if let local = lift.state(state) { replacement(local, source) }
    }
  }
}
