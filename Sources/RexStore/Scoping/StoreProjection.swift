public import RexActions

/// A view of a part of a store, with its own action type, but without a reducer or a queue.
///
///     let search = store.projection(state: \.search, action: PlayerAction.search)
///     search.dispatch(.typed("tea"))
///     ObservableStore(search)
///
/// It keeps its store alive. To record or run a module on its own, *scope* the store instead.
public struct StoreProjection<Action: Sendable, State: Sendable>: Sendable {
  private let getState: @Sendable () -> State
  private let send: @Sendable (Action, ActionSource) -> Void
  private let follow: @Sendable (@escaping @Sendable (State) -> Void) -> Subscription
  let isSame: @Sendable (State, State) -> Bool

  init<StoreAction, StoreState>(
    of store: Store<StoreAction, StoreState>, _ part: @escaping @Sendable (StoreState) -> State,
    _ embed: @escaping @Sendable (Action) -> StoreAction,
    isSame: @escaping @Sendable (State, State) -> Bool
  ) {
    getState = { part(store.state) }
    send = { action, source in store.dispatch(embed(action), from: source) }
    follow = { receive in store.observe(part, isSame: isSame, receive) }
    self.isSame = isSame
  }

  /// The part of the state after the last finished reduction.
  public var state: State { getState() }

  /// Dispatches an action into the store.
  public func dispatch(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    send(action, ActionSource(file: file, function: function, line: line, info: info))
  }

  /// Dispatches an action with this source.
  public func dispatch(_ action: Action, from source: ActionSource) { send(action, source) }

  /// Dispatches an action; this form lets you pass `projection.dispatch` as a closure.
  @_disfavoredOverload
  public func dispatch(_ action: Action) {
    send(action, .here(info: ActionSource.passedAsFunction))
  }

  /// Calls an observer with the part now and after each change; if not Equatable, after each
  /// action.
  public func observe(_ observer: @escaping @Sendable (State) -> Void) -> Subscription {
    follow(observer)
  }
}

extension Store {
  /// Returns a projection to a part of this store.
  public func projection<PartAction: Sendable, Part: Equatable & Sendable>(
    state part: @escaping @Sendable (State) -> Part,
    action embed: @escaping @Sendable (PartAction) -> Action
  ) -> StoreProjection<PartAction, Part> {
    StoreProjection(of: self, part, embed, isSame: ==)
  }

  /// Returns a projection to a part of this store that is not Equatable.
  public func projection<PartAction: Sendable, Part: Sendable>(
    state part: @escaping @Sendable (State) -> Part,
    action embed: @escaping @Sendable (PartAction) -> Action
  ) -> StoreProjection<PartAction, Part> {
    StoreProjection(of: self, part, embed, isSame: { _, _ in false })
  }
}
