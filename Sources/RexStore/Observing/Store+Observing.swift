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
    handle(.subscription(observer))
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
    observe(part, isSame: ==, observer)
  }

  /// Calls an observer with a part of the state, now and when it is not the same as before.
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

  /// Returns a part of the state as a stream of its current value and its changes.
  ///
  /// Use it for a module's output: `newsStore.stream(of: \.step)`.
  public func stream<Part: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Part
  ) -> EventStream<Part> {
    EventStream { receive in self.observe(part, receive) }
  }

  /// Returns a part of the state as a stream of its current value and its value after every action.
  ///
  /// `store.stream(of: \.self)` returns the whole state, which does not have to be Equatable.
  public func stream<Part: Sendable>(
    of part: @escaping @Sendable (State) -> Part
  ) -> EventStream<Part> {
    EventStream { receive in self.observe { receive(part($0)) } }
  }

  /// Dispatches every action of a stream, for as long as the store exists.
  ///
  ///     store.follow(.merge([taps.map { .open($0) }, pushes.map { .arrived($0) }]))
  public func follow(
    _ actions: EventStream<Action>, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    keep(dispatch(actions, info: info, file: file, function: function, line: line))
  }

  /// Keeps a subscription for as long as the store exists.
  func keep(_ subscription: Subscription) {
    subscriptions.withLock { $0.append(subscription) }
  }

  /// Dispatches every action of a stream, until the subscription is cancelled or released.
  public func dispatch(
    _ actions: EventStream<Action>, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) -> Subscription {
    let source = ActionSource(file: file, function: function, line: line, info: info)
    return actions.subscribe { [weak self] in self?.dispatch($0, from: source) }
  }
}
