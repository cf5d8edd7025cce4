public import RexActions

/// Lifting embeds a middleware of a feature's types in those of an app, as it does a reducer. What
/// the feature dispatches or passes on goes the other way, by `embed`.
///
///     forecasts.lift(action: \.weather, embed: AppAction.weather, state: \.weather)
extension MiddlewareConvertible {
  /// Lifts both sides; actions that are none of the feature's pass it by.
  ///
  /// Its links see the feature's actions and state, and what they dispatch or pass on is embedded.
  /// A wrapper stands around the reductions of the feature's actions, with the feature's state: a
  /// recorder lifted so records the feature alone, and is exact where no action of another feature
  /// changes that state.
  ///
  /// - Parameters:
  ///   - localAction: the feature's action in the app's, by a key path or a function.
  ///   - embed: the app's action for one of the feature's, such as an enum's case.
  ///   - statePath: where the feature's state is.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Middleware<GlobalAction, GlobalState> {
    middleware.lifted(by: Lift(extract: localAction, embed: embed, state: statePath))
  }

  /// Lifts the actions alone.
  @inlinable
  public func lift<GlobalAction: Sendable>(
    action localAction: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction
  ) -> Middleware<GlobalAction, State> {
    lift(action: localAction, embed: embed, state: \.self)
  }

  /// Lifts the state alone.
  @inlinable
  public func lift<GlobalState: Sendable>(
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Middleware<Action, GlobalState> {
    lift(action: { $0 }, embed: { $0 }, state: statePath)
  }
}

/// How a feature's actions and state lie in an app's.
@usableFromInline
struct Lift<GlobalAction, GlobalState, Action, State>: Sendable {
  @usableFromInline let extract: @Sendable (GlobalAction) -> Action?
  @usableFromInline let embed: @Sendable (Action) -> GlobalAction
  @usableFromInline let state: any WritableKeyPath<GlobalState, State> & Sendable

  @inlinable
  init(
    extract: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state: any WritableKeyPath<GlobalState, State> & Sendable
  ) {
    (self.extract, self.embed, self.state) = (extract, embed, state)
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
      let access = StoreAccess<Action, State>(
        dispatch: store.dispatch.map(lift.embed),
        getState: { store.state[keyPath: lift.state] }, turn: store.turn,
        tracksCauses: store.tracksCauses)
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
      var localState = state[keyPath: lift.state]
      wrapper(local, source, &localState) { local, localState in
        state[keyPath: lift.state] = localState
        reduce(lift.embed(local), &state)
        localState = state[keyPath: lift.state]
      }
      state[keyPath: lift.state] = localState
    }
  }

  @inlinable
  static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ replacement: @escaping ReplacementObserver,
    by lift: Lift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.ReplacementObserver {
    { state, source in replacement(state[keyPath: lift.state], source) }
  }
}
