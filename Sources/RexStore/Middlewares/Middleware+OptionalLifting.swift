import RexActions
import RexLocking

/// The conversions between a feature's actions and optional state and an app's.
@usableFromInline
struct OptionalLift<GlobalAction, GlobalState, Action, State>: Sendable {
  let extract: @Sendable (GlobalAction) -> Action?
  let embed: @Sendable (Action) -> GlobalAction
  let path: any WritableKeyPath<GlobalState, State?> & Sendable

  @usableFromInline
  init(
    extract: @escaping @Sendable (GlobalAction) -> Action?,
    embed: @escaping @Sendable (Action) -> GlobalAction,
    state path: any WritableKeyPath<GlobalState, State?> & Sendable
  ) {
    (self.extract, self.embed, self.path) = (extract, embed, path)
  }
}

extension Middleware {
  @usableFromInline
  func lifted<GlobalAction: Sendable, GlobalState: Sendable>(
    by lift: OptionalLift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState> {
    Middleware<GlobalAction, GlobalState>(
      link: Middleware.lift(link, by: lift),
      wrapper: wrapper.map { Middleware.lift($0, by: lift) },
      replacement: replacement.map { Middleware.lift($0, by: lift) })
  }

  private static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ link: @escaping Link, by lift: OptionalLift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.Link {
    { store, next in
      let opened = Latest<(handle: Next, state: Latest<State>)?>(nil)
      // Called for one action at a time, so the link is created only once.
      let open: @Sendable (State) -> Next = { state in
        if let opened = opened.value {
          opened.state.value = state
          return opened.handle
        }
        let last = Latest(state)
        let access = store.lifted(
          embed: lift.embed,
          getState: {
            guard let state = store.state[keyPath: lift.path] else { return last.value }
            last.value = state
            return state
          })
        let handle = link(access) { action, source in next(lift.embed(action), source) }
        opened.value = (handle, last)
        return handle
      }
      return { action, source in
        guard let local = lift.extract(action), let state = store.state[keyPath: lift.path]
        else { return next(action, source) }
        open(state)(local, source)
      }
    }
  }

  private static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ wrapper: @escaping ReductionWrapper,
    by lift: OptionalLift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.ReductionWrapper {
    { action, source, state, reduce in
      guard let local = lift.extract(action), var localState = state[keyPath: lift.path]
      else { return reduce(action, &state) }
      let write: (inout GlobalState, State) -> Void = { global, local in
        if global[keyPath: lift.path] != nil { global[keyPath: lift.path] = local }
      }
      wrapper(local, source, &localState) { local, localState in
        write(&state, localState)
        reduce(lift.embed(local), &state)
        localState = state[keyPath: lift.path] ?? localState
      }
      write(&state, localState)
    }
  }

  private static func lift<GlobalAction: Sendable, GlobalState: Sendable>(
    _ replacement: @escaping ReplacementObserver,
    by lift: OptionalLift<GlobalAction, GlobalState, Action, State>
  ) -> Middleware<GlobalAction, GlobalState>.ReplacementObserver {
    { state, source in
      if let local = state[keyPath: lift.path] { replacement(local, source) }
    }
  }
}
