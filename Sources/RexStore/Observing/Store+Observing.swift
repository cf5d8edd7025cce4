import RexActions
import RexLocking

extension Store {
  /// Observes every change, starting with the current state, until the subscription is released.
  ///
  /// The observer is called on the thread that drains the queue, exactly once for each reduced
  /// action and each replacement of the state, in order. Subscribing is queued like an action: if
  /// the store is idle, the first call comes before this method returns, otherwise later.
  public func observeChanges(
    _ observer: @escaping @Sendable (StateChange<Action, State>) -> Void
  ) -> Subscription {
    let observer = Observer { change, _ in observer(change) }
    performAsReducer { [core] in core.add(observer) }
    return Subscription { [weak core, weak observer] in
      if let observer { core?.remove(observer) }
    }
  }

  /// Calls an observer with the current state, and with the state after every action.
  public func observe(_ observer: @escaping @Sendable (State) -> Void) -> Subscription {
    observeChanges { observer($0.state) }
  }

  /// Calls an observer with a part of the state, now and after each change.
  ///
  ///     store.observe(\.isLoadingMessages) { isLoading in … }
  public func observe<Part: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, _ observer: @escaping @Sendable (Part) -> Void
  ) -> Subscription {
    let last = LastValue<Part>()
    return observe { state in
      let part = part(state)
      if last.replace(by: part, ==) { observer(part) }
    }
  }

  /// Returns the states as a stream: the current one, then one after every action.
  public var stream: EventStream<State> { EventStream { self.observe($0) } }

  /// Returns a part of the state as a stream of its current value and its changes.
  ///
  /// Use it for a module's output: `newsStore.stream(of: \.step)`.
  public func stream<Part: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Part
  ) -> EventStream<Part> {
    EventStream { self.observe(part, $0) }
  }

  /// Returns the states as an asynchronous sequence: the current one, then one after every action.
  ///
  /// It ends with the store. A reader that is slower than the store gets only the latest state.
  public func states() -> AsyncStream<State> {
    let (states, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    let feed = Feed(continuation)
    let subscription = observe { feed.continuation.yield($0) }
    continuation.onTermination = { _ in subscription.cancel() }
    return states
  }

  /// Dispatches every action of a stream, for as long as the store exists.
  ///
  ///     store.follow(.merge([taps.map { .open($0) }, pushes.map { .arrived($0) }]))
  public func follow(
    _ actions: EventStream<Action>, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    let source = ActionSource(file: file, function: function, line: line, info: info)
    subscriptions.insert(actions.subscribe { [weak self] in self?.dispatch($0, from: source) })
  }
}

/// Finishes an asynchronous sequence when its store is deallocated.
private final class Feed<Element: Sendable>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}

/// The value that an observer of a part received last.
final class LastValue<Part: Sendable>: Sendable {
  private let last = Locked<Part?>(nil)

  /// Stores a new value and returns true; returns false if it is the same as before.
  ///
  /// The comparison is the app's code, so it runs outside the lock; calls are never concurrent.
  func replace(by part: Part, _ isSame: (Part, Part) -> Bool) -> Bool {
    if let old = last.withLock({ $0 }), isSame(old, part) { return false }
    last.withLock { $0 = part }
    return true
  }
}
