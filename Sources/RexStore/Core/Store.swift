public import RexActions
public import RexLocking

/// Holds an app's state and changes it by actions, one at a time, in one order.
///
///     let store = Store(initialState: ChatState(), reducer: chatReducer, middlewares: [logging])
///     store.dispatch(.loadMessages)
///     store.state.isLoadingMessages     // true
///
/// **Order.** A store has one queue. `dispatch` appends its action to it. If no thread is draining
/// the queue, the caller drains it until it is empty; otherwise `dispatch` returns at once:
///
/// - Actions are handled one at a time, each from the first middleware to the last observer, in the
///   order in which they were queued: one total order for all threads.
/// - An action dispatched from inside a reducer, a middleware or an observer is queued, and handled
///   after the current one. Handling is never nested, so a chain of dispatches needs no stack.
/// - When `dispatch` returns, the action has been handled *if the store was idle*. If another
///   thread is draining the queue, or if the caller itself runs inside the store, the action is
///   handled later: `await settled()` waits for it.
/// - The actions of one thread keep their order. A draining thread can handle other threads'
///   actions before its `dispatch` returns, up to a limit: then a background thread takes over.
///
/// No lock is held while a reducer, middleware or observer runs, so none of them can deadlock by
/// using the store.
///
/// **State.** Any thread can read `state` at any time: it is the state after the last finished
/// reduction. A reducer changes a copy, which becomes the state when the reducer returns.
public final class Store<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline let core: StoreCore<Action, State>
  @usableFromInline let chain: Middleware<Action, State>.Next
  @usableFromInline let queue = Locked(WorkQueue<Action, State>())
  /// The subscriptions that last as long as the store.
  @usableFromInline let subscriptions = Locked<[Subscription]>([])

  /// Creates a store with an initial state; the first middleware is outermost.
  ///
  /// The feedbacks are the store's effects, which start now and are cancelled when it is
  /// deallocated.
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

  /// Creates a store; `tracksCauses` is whether its parent needs the causes of actions.
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

  /// Queues an action; on return, it has been handled only if the store was idle.
  ///
  /// Otherwise, `await settled()` waits for it. See *Order* above.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - info: Additional text for the action's source.
  ///   - file: The file of the action's source.
  ///   - function: The function of the action's source.
  ///   - line: The line of the action's source.
  @inlinable
  public func dispatch(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    dispatch(
      action, from: ActionSource(file: file, function: function, line: line, info: info))
  }

  /// Dispatches an action; this form lets you pass `store.dispatch` as a closure.
  ///
  /// The action's source is this method, because a function passed as a value has no caller's line.
  @_disfavoredOverload
  public func dispatch(_ action: Action) {
    dispatch(action, from: .here(info: ActionSource.passedAsFunction))
  }

  /// Dispatches an action with this source.
  @inlinable
  public func dispatch(_ action: Action, from source: ActionSource) {
    dispatch(action, from: source, cause: core.cause)
  }

  /// Queues a replacement of the state, for time travel rather than for features.
  ///
  /// No reducer and no middleware link runs. Observers and replacement observers, as in
  /// `Middleware(reducing:replacing:)`, are called.
  public func replaceState(
    _ state: State, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    handle(
      .replacement(state, ActionSource(file: file, function: function, line: line, info: info)))
  }

  /// Waits until everything queued so far has been handled, and returns the state at that time.
  @discardableResult
  public func settled() async -> State {
    await withCheckedContinuation { waiting in
      handle(.checkpoint { waiting.resume(returning: $0) })
    }
  }

  /// A dispatcher to this store that does not keep it alive.
  public var dispatcher: Dispatcher<Action> {
    Dispatcher(
      send: { [weak self] action, source, cause in
        guard let self else { return }
        dispatch(action, from: source, cause: cause ?? core.cause)
      })
  }
}

extension Store {
  /// Creates the chain from the first middleware link to the reduction.
  ///
  /// The chain references the core, and the store only weakly. The core does not reference links.
  @inlinable
  static func chain(
    of middleware: Middleware<Action, State>, _ core: StoreCore<Action, State>,
    _ reference: WeakStore<Action, State>
  ) -> Middleware<Action, State>.Next {
    let access = StoreAccess<Action, State>(
      dispatch: Dispatcher(
        send: { reference.store?.dispatch($0, from: $1, cause: $2 ?? core.cause) }),
      getState: { core.state },
      scheduler: NextScheduler(
        isDirect: { core.isRunningLinks }, enqueue: { reference.store?.handle(.resumption($0)) }),
      tracksCauses: core.tracksCauses)
    return middleware.link(access) { action, source in core.reduce(action, source) }
  }
}

/// A weak reference to a store, for its middlewares.
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
