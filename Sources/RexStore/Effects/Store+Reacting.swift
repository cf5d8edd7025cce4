import RexLocking

extension Store {
  /// Runs an effect when the answer to a query of the state changes: a feedback loop.
  ///
  ///     let reacting = store.react(
  ///       to: { $0.isLoading ? $0.page : nil },
  ///       effect: { page, dispatch in service.load(page) { dispatch(.loaded($0)) } })
  ///
  /// The query is asked of the state as it is, and after every action. A new answer other than nil
  /// starts the effect; before that, the effect of the last answer is cancelled, by the
  /// subscription or task that it returned. A state set from outside cancels, too, but starts
  /// nothing: who travels in time wants to look, not to load again.
  ///
  /// When the returned subscription is cancelled, be it by the effect itself, so is the effect.
  public func react<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> some CancellableEffect
  ) -> Subscription {
    begin(query) { effect($0, $1) }
  }

  /// Runs an effect, which is not cancelled, when the answer to a query of the state changes.
  public func react<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> Void
  ) -> Subscription {
    begin(query) { query, dispatch in
      effect(query, dispatch)
      return nil
    }
  }

  /// Runs an asynchronous effect when the answer to a query of the state changes.
  ///
  /// Its task is cancelled when the answer changes again.
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
      let answer = query(change.state)
      guard running.answer != answer, running.end(.untilNextAnswer) else { return }
      var started: (any CancellableEffect)?
      if let answer, !change.isReplacement {
        started = effect(answer, dispatch.caused(by: core.cause))
      }
      running.begin(answer, started)
    }
    return Subscription {
      observing.cancel()
      running.end(.forGood)
    }
  }
}

/// The answer whose effect is under way.
private final class Running<Query: Equatable & Sendable>: Sendable {
  enum Ending {
    case untilNextAnswer, forGood
  }

  private struct Effect: Sendable {
    var answer: Query?
    var work: (any CancellableEffect)?
    var isOver = false
  }

  private let effect = Locked(Effect())

  var answer: Query? { effect.withLock { $0.answer } }

  /// Holds the effect of an answer; one that was started when all was over is cancelled at once.
  func begin(_ answer: Query?, _ work: (any CancellableEffect)?) {
    let isOver = effect.withLock { effect in
      if !effect.isOver { (effect.answer, effect.work) = (answer, work) }
      return effect.isOver
    }
    if isOver { work?.cancel() }
  }

  /// Cancels the effect that is under way; tells whether another one may begin.
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
