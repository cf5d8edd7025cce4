import RexLocking

extension Store {
  /// Tells of every change, beginning with the state as it is, until the subscription is let go.
  ///
  /// The observer is called on the thread that drains the queue, once for each reduced action and
  /// each replacement of the state, in their order; none is left out or told twice. Subscribing has
  /// its place in the queue, too: the first call comes before this method returns when the store is
  /// idle, and in turn otherwise.
  public func observeChanges(
    _ observer: @escaping @Sendable (StateChange<Action, State>) -> Void
  ) -> Subscription {
    let observer = Observer { change, _ in observer(change) }
    handle(.subscription(observer))
    return Subscription { [weak core, weak observer] in
      if let observer { core?.remove(observer) }
    }
  }

  /// Tells the state as it is, and after every action.
  public func observe(_ observer: @escaping @Sendable (State) -> Void) -> Subscription {
    observeChanges { observer($0.state) }
  }

  /// Tells a part of the state as it is, and again when it has changed.
  ///
  ///     store.observe(\.isLoadingMessages) { isLoading in … }
  public func observe<Part: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, _ observer: @escaping @Sendable (Part) -> Void
  ) -> Subscription {
    observe(part, unless: ==, observer)
  }

  /// Tells a part of the state as it is, and again unless it is the same as before.
  public func observe<Part: Sendable>(
    _ part: @escaping @Sendable (State) -> Part,
    unless isSame: @escaping @Sendable (Part, Part) -> Bool,
    _ observer: @escaping @Sendable (Part) -> Void
  ) -> Subscription {
    let told = Told<Part>()
    return observe { state in
      let part = part(state)
      if told.replace(by: part, unless: isSame) { observer(part) }
    }
  }

  /// A part of the state as a stream: as it is on subscribing, and again when it has changed.
  ///
  /// It is what a module gives to the outside: `newsStore.stream(of: \.step)`.
  public func stream<Part: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Part
  ) -> EventStream<Part> {
    EventStream { receive in self.observe(part, receive) }
  }

  /// Dispatches every action of a stream, until the subscription is cancelled or let go.
  public func dispatch(
    _ actions: EventStream<Action>, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) -> Subscription {
    let source = ActionSource(file: file, function: function, line: line, info: info)
    return actions.subscribe { [weak self] in self?.dispatch($0, from: source) }
  }
}

extension Store {
  /// Tells a subscriber a part of the state, as it is and when it has changed, while it lives.
  ///
  /// The store holds the subscriber weakly; nobody needs to unsubscribe.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Equatable & Sendable>(
    _ subscriber: Subscriber, to part: @escaping @Sendable (State) -> Part,
    _ tell: @escaping @Sendable (Subscriber, Part) -> Void
  ) {
    let told = Told<Part>()
    let observer = Observer<Action, State> { [weak subscriber, weak core] change, observer in
      guard let subscriber else {
        core?.remove(observer)
        return
      }
      let part = part(change.state)
      if told.replace(by: part, unless: ==) { tell(subscriber, part) }
    }
    handle(.subscription(observer))
  }
}

/// What an observer of a part was told last.
private final class Told<Part: Sendable>: Sendable {
  private let last = Locked<Part?>(nil)

  /// Takes the new part, unless it is the same as before; tells whether it did.
  ///
  /// The comparison is the app's code, so it runs outside the lock; calls come one at a time.
  func replace(by part: Part, unless isSame: (Part, Part) -> Bool) -> Bool {
    if let old = last.withLock(\.self), isSame(old, part) { return false }
    last.withLock { $0 = part }
    return true
  }
}
