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
    observe(part, isSame: ==, observer)
  }

  /// Tells a part of the state as it is, and again unless it is the same as before.
  func observe<Part: Sendable>(
    _ part: @escaping @Sendable (State) -> Part,
    isSame: @escaping @Sendable (Part, Part) -> Bool,
    _ observer: @escaping @Sendable (Part) -> Void
  ) -> Subscription {
    let last = LastValue<Part>()
    return observe { state in
      let part = part(state)
      if last.replace(by: part, isSame) { observer(part) }
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

  /// A part of the state as a stream: as it is on subscribing, and again after every action.
  ///
  /// `store.stream(of: \.self)` is the whole state, which need not be Equatable.
  public func stream<Part: Sendable>(
    of part: @escaping @Sendable (State) -> Part
  ) -> EventStream<Part> {
    EventStream { receive in self.observe { receive(part($0)) } }
  }

  /// Dispatches every action of a stream for as long as the store lives.
  ///
  ///     store.follow(.merge([taps.map { .open($0) }, pushes.map { .arrived($0) }]))
  public func follow(
    _ actions: EventStream<Action>, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    keep(dispatch(actions, info: info, file: file, function: function, line: line))
  }

  /// Keeps a subscription for as long as the store lives.
  func keep(_ subscription: Subscription) {
    subscriptions.withLock { $0.append(subscription) }
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
