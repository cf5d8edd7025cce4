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
    let observer = Observer(observer)
    handle(.subscription(observer))
    return Subscription { [weak core] in
      observer.cancel()
      core?.remove(observer)
    }
  }

  /// Tells the state as it is, and after every change.
  public func observe(_ observer: @escaping @Sendable (State) -> Void) -> Subscription {
    observeChanges { observer($0.state) }
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

/// Keeps an observer subscribed for as long as it is held, or until cancelled.
public final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  /// Ends the subscription: no call of the observer begins after this one.
  ///
  /// When another thread is handling an action, a call that has begun may still be under way.
  public func cancel() { end() }

  deinit { end() }
}
