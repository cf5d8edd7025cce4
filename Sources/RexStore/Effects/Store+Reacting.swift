import RexLocking

extension Store {
  /// Runs an effect when the value of a query on the state changes: a feedback loop.
  ///
  ///     let reacting = store.react(
  ///       to: { $0.isLoading ? $0.page : nil },
  ///       effect: { page, dispatch in service.load(page) { dispatch(.loaded($0)) } })
  ///
  /// The query is evaluated now and after every action. When its value changes, the previous effect
  /// is cancelled, through the subscription or task that it returned; then, if the new value is not
  /// nil, the effect starts. A state set from outside only cancels, since time travel must not
  /// start new effects.
  ///
  /// Cancelling the returned subscription, which the effect itself can do, also cancels the effect.
  public func react<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> some CancellableEffect
  ) -> Subscription {
    begin(query) { effect($0, $1) }
  }

  /// Runs an effect that cannot be cancelled when the value of a query on the state changes.
  public func react<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> Void
  ) -> Subscription {
    begin(query) { query, dispatch in
      effect(query, dispatch)
      return nil
    }
  }

  /// Runs an asynchronous effect when the value of a query on the state changes.
  ///
  /// Its task is cancelled when the value changes again.
  public func react<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    task work: @escaping @Sendable (Query, Dispatcher<Action>) async -> Void
  ) -> Subscription {
    begin(query) { query, dispatch in Task { await work(query, dispatch) } }
  }

  private func begin<Query: Equatable & Sendable>(
    _ query: @escaping @Sendable (State) -> Query?,
    _ effect: @escaping @Sendable (Query, Dispatcher<Action>) -> (any CancellableEffect)?
  ) -> Subscription {
    let running = Running<Query>()
    let (core, dispatch) = (core, dispatcher)
    let observing = observeChanges { change in
      let value = query(change.state)
      guard running.value != value, running.end(.untilNextValue) else { return }
      var started: (any CancellableEffect)?
      if let value, !change.isReplacement {
        started = effect(value, dispatch.caused(by: core.cause))
      }
      running.begin(value, started)
    }
    return Subscription {
      observing.cancel()
      running.end(.forGood)
    }
  }
}

/// The query's last value, and its running effect.
private final class Running<Query: Equatable & Sendable>: Sendable {
  enum Ending {
    case untilNextValue, forGood
  }

  private struct Effect: Sendable {
    var value: Query?
    var work: (any CancellableEffect)?
    var isOver = false
  }

  private let effect = Locked(Effect())

  var value: Query? { effect.withLock { $0.value } }

  /// Stores the effect of a value; cancels it at once if the subscription has ended.
  func begin(_ value: Query?, _ work: (any CancellableEffect)?) {
    let isOver = effect.withLock { effect in
      if !effect.isOver { (effect.value, effect.work) = (value, work) }
      return effect.isOver
    }
    if isOver { work?.cancel() }
  }

  /// Cancels the running effect; returns whether another one can start.
  @discardableResult
  func end(_ ending: Ending) -> Bool {
    let (work, isOver) = effect.withLock { effect in
      if ending == .forGood { effect.isOver = true }
      return (effect.work.take(), effect.isOver)
    }
    work?.cancel()
    return !isOver
  }
}
