public import RexActions
public import RexLocking

/// Holds the state of an app, and changes it by actions, one at a time in one order.
///
///     let store = Store(initialState: ChatState(), reducer: chatReducer, middlewares: [logging])
///     store.dispatch(.loadMessages)
///     store.state.isLoadingMessages     // true
///
/// **Order.** A store has one queue. `dispatch` puts its action at the end; then, if nobody is
/// draining the queue, the caller drains it until it is empty, and otherwise returns at once:
///
/// - Actions are handled one at a time, each from the first link of the middleware to the last
///   observer, in the order in which they were queued: one total order for all threads.
/// - A dispatch from inside a reducer, a middleware or an observer is handled after the action in
///   hand, in turn with all others. Nothing is ever nested; a chain of dispatches needs no stack.
/// - When `dispatch` returns, the action has been handled *if the store was idle*. When another
///   thread was draining, or the caller is itself part of handling, the action is queued and will
///   be handled without further ado: `await settled()` waits for it.
/// - The actions of one thread keep their order. A thread that drains may handle the actions of
///   others before its `dispatch` returns, but only so many: then a background thread takes over.
///
/// No lock is held while a reducer, middleware or observer runs, so none of them can deadlock on
/// the store, whatever it does with it.
///
/// **State.** Any thread may read `state`, at any time: it is the state after the last finished
/// reduction. A reducer changes a copy, which takes the place of the state when it has returned.
public final class Store<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline let core: StoreCore<Action, State>
  @usableFromInline let chain: Middleware<Action, State>.Next
  @usableFromInline let queue = Locked(WorkQueue<Action, State>())
  /// What the store keeps up for as long as it lives.
  @usableFromInline let subscriptions = Locked<[Subscription]>([])

  /// A store that begins with this state; the first middleware is outermost.
  ///
  /// The feedbacks are effects of its own, which begin now and are cancelled when it goes.
  @inlinable
  public convenience init(
    initialState: State, reducer: Reducer<Action, State>,
    middlewares: [any MiddlewareConvertible<Action, State>] = [],
    feedbacks: [Feedback<Action, State>] = []
  ) {
    self.init(
      initialState: initialState, reducer: reducer, middleware: .compose(middlewares),
      tracksCauses: false)
    keep(feedbacks)
  }

  /// A store that may keep account of causes for a parent.
  @inlinable
  init(
    initialState: State, reducer: Reducer<Action, State>, middleware: Middleware<Action, State>,
    tracksCauses: Bool
  ) {
    let core = StoreCore(
      state: initialState, reducer: reducer, middleware: middleware, tracksCauses: tracksCauses)
    let reference = WeakStore<Action, State>()
    self.core = core
    chain = Store.chain(of: middleware, core, reference)
    reference.set(self)
  }

  /// The state after the last finished reduction.
  @inlinable public var state: State { core.state }

  /// Queues an action, which has been handled on return only if the store was idle.
  ///
  /// `await settled()` waits for it otherwise. See *Order* above.
  ///
  /// - Parameter info: what the action's source shall say besides the place of this call.
  @inlinable
  public func dispatch(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    dispatch(
      action, from: ActionSource(file: file, function: function, line: line, info: info))
  }

  /// Dispatches an action: the form for `store.dispatch` where a closure is wanted.
  ///
  /// Its source is the line below, because a function that is passed on knows no caller.
  @_disfavoredOverload
  public func dispatch(_ action: Action) {
    dispatch(action, from: .here(info: ActionSource.passedAsFunction))
  }

  /// Dispatches an action in the name of this source.
  @inlinable
  public func dispatch(_ action: Action, from source: ActionSource) {
    dispatch(action, from: source, cause: core.cause)
  }

  /// Sets the state from outside, at its place in the queue: for time travel, not for features.
  ///
  /// No reducer runs and no middleware's link hears of it; observers, and middlewares made with
  /// `init(reducing:replacing:)`, are told so.
  public func replaceState(
    _ state: State, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    handle(
      .replacement(state, ActionSource(file: file, function: function, line: line, info: info)))
  }

  /// Waits until everything queued so far has been handled, and returns the state at that moment.
  @discardableResult
  public func settled() async -> State {
    await withCheckedContinuation { waiting in
      handle(.checkpoint { waiting.resume(returning: $0) })
    }
  }

  /// Dispatches into this store without keeping it alive.
  public var dispatcher: Dispatcher<Action> {
    Dispatcher(
      send: { [weak self] action, source, cause in
        guard let self else { return }
        dispatch(action, from: source, cause: cause ?? core.cause)
      })
  }
}

extension Store {
  /// The links from the first to the reduction.
  ///
  /// It holds the core, which holds no link; back to the store it leads weakly.
  @inlinable
  static func chain(
    of middleware: Middleware<Action, State>, _ core: StoreCore<Action, State>,
    _ reference: WeakStore<Action, State>
  ) -> Middleware<Action, State>.Next {
    let access = StoreAccess<Action, State>(
      dispatch: Dispatcher(
        send: { reference.store?.dispatch($0, from: $1, cause: $2 ?? core.cause) }),
      getState: { core.state },
      turn: Turn(
        isNow: { core.isLinksTurn }, wait: { reference.store?.handle(.resumption($0)) }),
      tracksCauses: core.tracksCauses)
    return middleware.link(access) { action, source in core.reduce(action, source) }
  }
}

/// The reference of a store's middlewares to their store, which they must not keep alive.
@usableFromInline
final class WeakStore<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline
  struct Reference {
    @usableFromInline weak var store: Store<Action, State>?

    @inlinable
    init() {}
  }

  @usableFromInline let reference = Locked(Reference())

  @inlinable
  init() {}

  @inlinable var store: Store<Action, State>? { reference.withLock { $0.store } }

  @inlinable
  func set(_ store: Store<Action, State>) {
    reference.withLock { $0.store = store }
  }
}
