public import RexActions

/// A part of a store, with actions of its own: what a view needs, without a reducer or a queue.
///
///     let search = store.projection(state: \.search, action: PlayerAction.search)
///     search.dispatch(.typed("tea"))
///     ObservableStore(search)
///
/// It keeps its store alive. A module that shall be recorded or run alone is *scoped* instead.
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
    follow = { tell in store.observe(part, isSame: isSame, tell) }
    self.isSame = isSame
  }

  /// The part as it is after the last finished reduction.
  public var state: State { getState() }

  /// Dispatches an action into the store.
  public func dispatch(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    send(action, ActionSource(file: file, function: function, line: line, info: info))
  }

  /// Dispatches an action in the name of this source.
  public func dispatch(_ action: Action, from source: ActionSource) { send(action, source) }

  /// Dispatches an action: the form for `projection.dispatch` where a closure is wanted.
  @_disfavoredOverload
  public func dispatch(_ action: Action) {
    send(action, .here(info: ActionSource.passedAsFunction))
  }

  /// Tells the part as it is, and again when it has changed; always, if it is not Equatable.
  public func observe(_ observer: @escaping @Sendable (State) -> Void) -> Subscription {
    follow(observer)
  }
}

extension Store {
  /// A part of this store, with the actions that concern it.
  public func projection<PartAction: Sendable, Part: Equatable & Sendable>(
    state part: @escaping @Sendable (State) -> Part,
    action embed: @escaping @Sendable (PartAction) -> Action
  ) -> StoreProjection<PartAction, Part> {
    StoreProjection(of: self, part, embed, isSame: ==)
  }

  /// A part of this store that cannot be compared, with the actions that concern it.
  public func projection<PartAction: Sendable, Part: Sendable>(
    state part: @escaping @Sendable (State) -> Part,
    action embed: @escaping @Sendable (PartAction) -> Action
  ) -> StoreProjection<PartAction, Part> {
    StoreProjection(of: self, part, embed, isSame: { _, _ in false })
  }
}
