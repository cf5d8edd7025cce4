public import RexActions
public import RexLocking

/// The state, reduction and observers of a store, without its queue.
///
/// Only the thread that drains the store's queue changes the state; any thread can read it.
@usableFromInline
final class StoreCore<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline typealias Reduction = @Sendable (Action, ActionSource, inout State) -> Void

  @usableFromInline
  struct Published {
    @usableFromInline var state: State
    @usableFromInline var observers: [Observer<Action, State>] = []

    @inlinable
    init(state: State) { self.state = state }
  }

  @usableFromInline let published: Locked<Published>
  @usableFromInline let subscribers = Subscribers<Action, State>()
  @usableFromInline let reduction: Reduction
  @usableFromInline let replacement: Middleware<Action, State>.ReplacementObserver?
  /// Whether this store or its parent has a reduction wrapper, which may need actions' causes.
  @usableFromInline let tracksCauses: Bool

  @inlinable
  init(
    state: State, reducer: Reducer<Action, State>, middleware: Middleware<Action, State>,
    tracksCauses: Bool
  ) {
    published = Locked(Published(state: state))
    replacement = middleware.replacement
    self.tracksCauses = tracksCauses || middleware.wrapper != nil
    let reduce = reducer.function
    if let wrapper = middleware.wrapper {
      reduction = { action, source, state in wrapper(action, source, &state, reduce) }
    } else {
      reduction = { action, _, state in reduce(action, &state) }
    }
  }

  @inlinable var state: State { published.withLock { $0.state } }

  /// The action that is being handled, if this store tracks causes.
  @inlinable var cause: Cause? { tracksCauses ? Cause.current : nil }

  /// Whether the caller runs inside this store's handling of work.
  @inlinable var isHandling: Bool { RunningStore.isRunning(self) }

  /// Whether the caller is a middleware link that this store is running.
  @inlinable var isRunningLinks: Bool { RunningStore.isRunningLinks(of: self) }

  /// Runs a body on this thread as middleware links of the store.
  @inlinable
  func runAsLinks(_ body: () -> Void) {
    RunningStore.run(self, isLinks: true, body)
  }

  /// Runs a body on this thread as the reducer or observers of the store.
  @inlinable
  func runAsReducer(_ body: () -> Void) {
    RunningStore.run(self, isLinks: false, body)
  }

  /// Reduces an action, publishes the new state and calls the observers: the end of the chain.
  @inlinable
  func reduce(_ action: Action, _ source: ActionSource) {
    runAsReducer {
      var next = state
      reduction(action, source, &next)
      publish(next, .action(action, source))
    }
  }

  /// Sets the state without an action.
  func replace(_ state: State, _ source: ActionSource, _ kind: StateChange<Action, State>.Kind) {
    replacement?(state, source)
    publish(state, kind)
  }

  /// Adds an observer, and calls it with the current state.
  func add(_ observer: Observer<Action, State>) {
    let state = published.withLock { published in
      // `remove` sets the flag before it searches: either it finds the observer, or the flag is
      // seen here.
      if !observer.isCancelled { published.observers.append(observer) }
      return published.state
    }
    observer.notify(StateChange(state: state, kind: .began))
  }

  /// Cancels and removes an observer.
  func remove(_ observer: Observer<Action, State>) {
    observer.cancel()
    let removed = published.withLock { published in
      published.observers.firstIndex { $0 === observer }
        .map { published.observers.remove(at: $0) }
    }
    // Releases the observer outside the lock, since a deinit can run any code.
    withExtendedLifetime(removed) {}
  }

  @inlinable
  func publish(_ state: State, _ kind: StateChange<Action, State>.Kind) {
    var previous = state
    let observers = published.withLock { published in
      swap(&published.state, &previous)
      return published.observers
    }
    // Releases the old state outside the lock, since a deinit can run any code.
    withExtendedLifetime(previous) {}
    guard !observers.isEmpty else { return }
    let change = StateChange(state: state, kind: kind)
    for observer in observers { observer.notify(change) }
  }
}

/// An observer of changes, until it is cancelled.
@usableFromInline
final class Observer<Action: Sendable, State: Sendable>: Sendable {
  private let cancelled = Locked(false)
  private let handle: @Sendable (StateChange<Action, State>, Observer) -> Void

  /// Creates an observer whose closure also receives the observer, so that it can remove itself.
  init(_ handle: @escaping @Sendable (StateChange<Action, State>, Observer) -> Void) {
    self.handle = handle
  }

  var isCancelled: Bool { cancelled.withLock { $0 } }

  @usableFromInline
  func notify(_ change: StateChange<Action, State>) {
    if !isCancelled { handle(change, self) }
  }

  func cancel() { cancelled.withLock { $0 = true } }
}
