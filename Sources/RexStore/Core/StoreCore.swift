public import RexActions
public import RexLocking

/// The state of a store, how it changes and who watches: all but the order of things.
///
/// Only the thread that drains the store's queue changes anything here; any thread may read.
@usableFromInline
final class StoreCore<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline
  typealias Reduction = @Sendable (Action, ActionSource, inout State) -> Void

  @usableFromInline
  struct Shown {
    @usableFromInline var state: State
    @usableFromInline var observers: [Observer<Action, State>] = []

    @inlinable
    init(state: State) { self.state = state }
  }

  @usableFromInline let shown: Locked<Shown>
  @usableFromInline let subscribers = Subscribers<Action, State>()
  @usableFromInline let reduction: Reduction
  /// Whether someone stands around the reducer, here or in a parent store, who may want to know
  /// what led to an action.
  @usableFromInline let tracksCauses: Bool
  @usableFromInline let replacement: Middleware<Action, State>.ReplacementObserver?

  @inlinable
  init(
    state: State, reducer: Reducer<Action, State>, middleware: Middleware<Action, State>,
    tracksCauses: Bool
  ) {
    shown = Locked(Shown(state: state))
    replacement = middleware.replacement
    self.tracksCauses = tracksCauses || middleware.wrapper != nil
    let reduce = reducer.reduce
    if let wrapper = middleware.wrapper {
      reduction = { action, source, state in wrapper(action, source, &state, reduce) }
    } else {
      reduction = { action, _, state in reduce(action, &state) }
    }
  }

  @inlinable var state: State { shown.withLock { $0.state } }

  /// The action in hand, if this store keeps account of causes.
  @inlinable var cause: Cause? { tracksCauses ? Cause.current : nil }

  /// Whether the caller is part of what this store is handling.
  @inlinable var isHandling: Bool { ThreadTurn.contains(self) }

  /// Whether the caller is a link that has its turn.
  @inlinable var isLinksTurn: Bool { ThreadTurn.isLinks(of: self) }

  /// Gives the links of the chain their turn on this thread.
  @inlinable
  func linksTurn(_ body: () -> Void) {
    ThreadTurn.take(self, isLinks: true, body)
  }

  /// Gives the reducer or the observers their turn on this thread.
  @inlinable
  func othersTurn(_ body: () -> Void) {
    ThreadTurn.take(self, isLinks: false, body)
  }

  /// Reduces the action, shows the new state, and tells the observers: the end of the chain.
  @inlinable
  func reduce(_ action: Action, _ source: ActionSource) {
    othersTurn {
      var next = state
      reduction(action, source, &next)
      show(next, cause: .action(action, source))
    }
  }

  @inlinable
  func replace(_ state: State, _ source: ActionSource) {
    replacement?(state, source)
    show(state, cause: .replaced(source))
  }

  /// Tells a new observer the state it begins with, and then of every change.
  @inlinable
  func add(_ observer: Observer<Action, State>) {
    let state = shown.withLock { shown in
      // Cancelling marks first and removes then, so one of the two sees the other.
      if !observer.isCancelled { shown.observers.append(observer) }
      return shown.state
    }
    observer.tell(StateChange(state: state, cause: .began))
  }

  /// Tells the observer nothing more.
  func remove(_ observer: Observer<Action, State>) {
    observer.cancel()
    let removed = shown.withLock { shown in
      shown.observers.firstIndex { $0 === observer }.map { shown.observers.remove(at: $0) }
    }
    // What the observer holds is let go outside the lock: its deinit is anybody's code.
    withExtendedLifetime(removed) {}
  }

  @inlinable
  func show(_ state: State, cause: StateChange<Action, State>.Cause) {
    var previous = state
    let observers = shown.withLock { shown in
      swap(&shown.state, &previous)
      return shown.observers
    }
    // The state before is let go outside the lock, for the same reason.
    withExtendedLifetime(previous) {}
    guard !observers.isEmpty else { return }
    let change = StateChange(state: state, cause: cause)
    for observer in observers { observer.tell(change) }
  }
}

/// Someone to tell of changes, until cancelled.
@usableFromInline
final class Observer<Action: Sendable, State: Sendable>: Sendable {
  @usableFromInline let cancelled = Locked(false)
  @usableFromInline let handle: @Sendable (StateChange<Action, State>, Observer) -> Void

  /// An observer that is told of a change together with itself, so that it can have itself removed.
  @inlinable
  init(_ handle: @escaping @Sendable (StateChange<Action, State>, Observer) -> Void) {
    self.handle = handle
  }

  @inlinable var isCancelled: Bool { cancelled.withLock { $0 } }

  @inlinable
  func tell(_ change: StateChange<Action, State>) {
    if !isCancelled { handle(change, self) }
  }

  func cancel() { cancelled.withLock { $0 = true } }
}
