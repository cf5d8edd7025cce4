import RexLocking

// Re-exported because the store's public interface uses it.
@_exported public import struct RexActions.ActionSource

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
  @usableFromInline let chain: Middleware.Next
  @usableFromInline let queue = WorkQueue()
  /// The subscriptions that last as long as the store.
  let subscriptions = SubscriptionBag()

  /// Creates a store with an initial state; the first middleware is outermost.
  ///
  /// The feedbacks are the store's effects, which start now and are cancelled when it is
  /// deallocated.
  @inlinable
  public convenience init(
    initialState: State, reducer: some ReducerProtocol<Action, State>,
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
    initialState: State, reducer: some ReducerProtocol<Action, State>, middleware: Middleware,
    tracksCauses: Bool
  ) {
    let core = StoreCore(
      state: initialState, reducer: Reducer(reducer), middleware: middleware,
      tracksCauses: tracksCauses)
    let store = WeakStore<Action, State>()
    let access = StoreAccess<Action, State>(
      dispatch: Dispatcher(
        send: { store.value?.dispatch($0, from: $1, cause: $2 ?? core.cause) }),
      getState: { core.state }, isRunningLinks: { core.isRunningLinks },
      enqueue: { store.value?.performAsLink($0) }, tracksCauses: core.tracksCauses)
    self.core = core
    // The chain references the core, and the store only weakly. The core does not reference links.
    chain = middleware.link(access) { action, source in core.reduce(action, source) }
    store.set(self)
  }

  /// The state after the last finished reduction.
  @inlinable public var state: State { core.state }

  /// Returns the state after the last finished reduction.
  public func getState() -> State { state }

  /// Queues a replacement of the state, for time travel rather than for features.
  ///
  /// No reducer and no middleware link runs. Observers and replacement observers, as in
  /// `Middleware(reducing:replacing:)`, are called.
  public func replaceState(
    _ state: State, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    replaceState(
      state, from: ActionSource(file: file, function: function, line: line, info: info))
  }

  func replaceState(_ state: State, from source: ActionSource) {
    performAsReducer { [core] in core.replace(state, source, .replaced(source)) }
  }

  /// Waits until everything queued so far has been handled, and returns the state at that time.
  @discardableResult
  public func settled() async -> State {
    await withCheckedContinuation { waiting in
      performAsReducer { [core] in waiting.resume(returning: core.state) }
    }
  }
}

/// A weak reference to a store, for its middlewares.
@usableFromInline
final class WeakStore<Action: Sendable, State: Sendable>: Sendable {
  private struct Reference {
    weak var store: Store<Action, State>?
  }

  private let reference = Locked(Reference())

  @usableFromInline
  init() {}

  @usableFromInline var value: Store<Action, State>? { reference.withLock { $0.store } }

  @usableFromInline
  func set(_ store: Store<Action, State>) {
    reference.withLock { $0.store = store }
  }
}
