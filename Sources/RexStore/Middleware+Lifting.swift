public import RexActions

extension Middleware {
  /// Lifts a feature's middleware into an app; actions that are none of the feature's pass it by.
  ///
  /// Its links see the feature's actions and state, and what they dispatch or pass on is embedded.
  /// A wrapper stands around the reductions of the feature's actions, with the feature's state: a
  /// recorder lifted so records the feature alone, and is exact where no action of another feature
  /// changes that state.
  @inlinable
  public func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    action path: CasePath<GlobalAction, Action>,
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Middleware<GlobalAction, GlobalState> {
    Middleware<GlobalAction, GlobalState>(
      link: Middleware.lift(link, action: path, state: statePath),
      wrapper: wrapper.map { Middleware.lift($0, action: path, state: statePath) },
      replacement: replacement.map { Middleware.lift($0, state: statePath) })
  }

  /// Lifts the actions alone.
  @inlinable
  public func lift<GlobalAction: Sendable>(
    action path: CasePath<GlobalAction, Action>
  ) -> Middleware<GlobalAction, State> {
    lift(action: path, state: \.self)
  }

  /// Lifts the state alone.
  @inlinable
  public func lift<GlobalState: Sendable>(
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Middleware<Action, GlobalState> {
    lift(action: CasePath({ $0 }, { $0 }), state: statePath)
  }

  @inlinable
  static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ link: @escaping Link, action path: CasePath<GlobalAction, Action>,
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Middleware<GlobalAction, GlobalState>.Link {
    { store, next in
      let access = StoreAccess<Action, State>(
        dispatch: store.dispatch.map(path.embed),
        getState: { store.state[keyPath: statePath] }, turn: store.turn,
        tracksCauses: store.tracksCauses)
      let handle = link(access) { action, source in next(path.embed(action), source) }
      return { action, source in
        if let local = path.extract(action) { handle(local, source) } else { next(action, source) }
      }
    }
  }

  @inlinable
  static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ wrapper: @escaping ReductionWrapper, action path: CasePath<GlobalAction, Action>,
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> Middleware<GlobalAction, GlobalState>.ReductionWrapper {
    { action, source, state, reduce in
      guard let local = path.extract(action) else { return reduce(action, &state) }
      var localState = state[keyPath: statePath]
      wrapper(local, source, &localState) { local, localState in
        state[keyPath: statePath] = localState
        reduce(path.embed(local), &state)
        localState = state[keyPath: statePath]
      }
      state[keyPath: statePath] = localState
    }
  }

  @inlinable
  static func lift<GlobalState: Sendable>(
    _ replacement: @escaping ReplacementObserver,
    state statePath: any WritableKeyPath<GlobalState, State> & Sendable
  ) -> @Sendable (GlobalState, ActionSource) -> Void {
    { state, source in replacement(state[keyPath: statePath], source) }
  }
}
