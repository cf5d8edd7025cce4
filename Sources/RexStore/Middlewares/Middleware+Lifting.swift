public import RexActions

/// Lifting embeds a middleware of a feature's types in those of an app, as it does a reducer. What
/// the feature dispatches or passes on goes the other way, by `embed`.
///
///     forecasts.lift(action: \.weather, embed: AppAction.weather, state: \.weather)
///
/// Its links see the feature's actions and read the feature's state; other actions pass it by. A
/// wrapper stands around the reductions of the feature's actions, with the feature's state: a
/// recorder lifted so records the feature alone, and is exact where no action of another feature
/// changes that state. What a wrapper itself changes is written back at a writable key path, and
/// nowhere else.
///
/// - `action:` is the feature's action in the app's, by a key path or a function;
/// - `embed:` makes the app's action of one of the feature's, such as an enum's case;
/// - `state:` is where the feature's state is, `optionalState:` where it may be absent.
extension MiddlewareConvertible {
  /// Lifts both sides, the state by a writable key path.
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

  /// Lifts both sides, the state by a function that reads it or a key path that only reads.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state getState: @escaping @Sendable (GlobalState) -> State
  ) -> Middleware<GlobalAction, GlobalState> {
    middleware.lifted(
      by: Lift(extract: localAction, embed: embed, state: getState, write: { _, _ in }))
  }

  /// Lifts both sides; while the state is nil, all actions pass the middleware by.
  ///
  /// The link is made when the state is first there. What it reads later, when the state is nil
  /// again, is the last one that there was.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    optionalState statePath: any WritableKeyPath<GlobalState, State?> & Sendable
  ) -> Middleware<GlobalAction, GlobalState> {
    middleware.lifted(
      by: OptionalLift(extract: localAction, embed: embed, state: statePath))
  }

  /// Lifts the actions alone.
  @inlinable
  public func lift<GlobalAction: Sendable>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction
  ) -> Middleware<GlobalAction, State> {
    lift(action: localAction, embed: embed, state: \.self)
  }

  /// Lifts the state alone, by a writable key path.
  @inlinable
  public func lift<GlobalState: Sendable>(
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Middleware<Action, GlobalState> {
    lift(action: { $0 }, embed: { $0 }, state: statePath)
  }

  /// Lifts the state alone, by a function that reads it or a key path that only reads.
  @inlinable
  public func lift<GlobalState: Sendable>(
    state getState: @escaping @Sendable (GlobalState) -> State
  ) -> Middleware<Action, GlobalState> {
    lift(action: { $0 }, embed: { $0 }, state: getState)
  }

  /// Lifts the state alone; while it is nil, all actions pass the middleware by.
  @inlinable
  public func lift<GlobalState: Sendable>(
    optionalState statePath: any WritableKeyPath<GlobalState, State?> & Sendable
  ) -> Middleware<Action, GlobalState> {
    lift(action: { $0 }, embed: { $0 }, optionalState: statePath)
  }
}

/// How a feature's actions and state lie in an app's.
@usableFromInline
struct Lift<GlobalAction, GlobalState, Action, State>: Sendable {
  @usableFromInline let extract: @Sendable (GlobalAction) -> Action?
  @usableFromInline let embed: @Sendable (Action) -> GlobalAction
  @usableFromInline let state: @Sendable (GlobalState) -> State
  /// Writes back what a wrapper left in the state, or does nothing.
  @usableFromInline let write: @Sendable (inout GlobalState, State) -> Void

  @inlinable
  init(
    extract: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state: @escaping @Sendable (GlobalState) -> State,
    write: @escaping @Sendable (inout GlobalState, State) -> Void
  ) {
    (self.extract, self.embed, self.state, self.write) = (extract, embed, state, write)
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
    { store, next in
      let access = store.lifted(embed: lift.embed, getState: { lift.state(store.state) })
      let handle = link(access) { action, source in next(lift.embed(action), source) }
      return { action, source in
        if let local = lift.extract(action) { handle(local, source) } else { next(action, source) }
      }
    }
  }

  @inlinable
  static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ wrapper: @escaping ReductionWrapper,
    by lift: Lift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.ReductionWrapper {
    { action, source, state, reduce in
      guard let local = lift.extract(action) else { return reduce(action, &state) }
      var localState = lift.state(state)
      wrapper(local, source, &localState) { local, localState in
        lift.write(&state, localState)
        reduce(lift.embed(local), &state)
        localState = lift.state(state)
      }
      lift.write(&state, localState)
    }
  }

  @inlinable
  static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ replacement: @escaping ReplacementObserver,
    by lift: Lift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.ReplacementObserver {
    { state, source in replacement(lift.state(state), source) }
  }
}
