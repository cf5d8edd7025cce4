import RexLocking

/// A side effect that depends on the state: a query, and the effect that its value starts.
///
///     Feedback(
///       to: { $0.step == .loading ? $0.user : nil },
///       effect: { user, dispatch in desk.write(for: user) { dispatch(.dataLoaded($0)) } })
///
/// The query is evaluated when the store is created, and after every action. When its value
/// changes, the previous effect is cancelled, through the subscription or task that it returned;
/// then, if the new value is not nil, the effect starts. A state set from outside only cancels,
/// since time travel must not start new effects.
///
/// A store owns the feedbacks that it is created or scoped with: they start with it and are
/// cancelled when it is deallocated.
public struct Feedback<Action: Sendable, State: Sendable>: Sendable {
  /// Starts to observe a store; cancelling the subscription also cancels the effect.
  let begin: @Sendable (Store<Action, State>) -> Subscription

  /// Creates a feedback whose effect ends when the function returns, or cannot be cancelled.
  public init<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> Void
  ) {
    begin = { store in
      store.react(to: query) { query, dispatch in
        effect(query, dispatch)
        return nil
      }
    }
  }

  /// Creates a feedback whose effect is cancelled through the value that the function returns.
  public init<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> some CancellableEffect
  ) {
    begin = { store in store.react(to: query) { effect($0, $1) } }
  }
}

/// A running effect that can be cancelled.
///
/// `Subscription` and `Task` conform; other types can, too, such as Combine's `AnyCancellable`.
public protocol CancellableEffect: Sendable {
  /// Cancels the effect.
  func cancel()
}

extension Subscription: CancellableEffect {}

// Only for one kind of task, so that the type of `{ query, dispatch in Task { … } }` is inferred.
extension Task: CancellableEffect where Success == Void, Failure == Never {}

extension Store {
  /// Starts effects that last as long as this store.
  @usableFromInline
  func keep(_ feedbacks: [Feedback<Action, State>]) {
    for feedback in feedbacks { subscriptions.insert(feedback.begin(self)) }
  }

  /// Runs an effect when the value of a query on the state changes.
  fileprivate func react<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    _ effect: @escaping @Sendable (Query, Dispatcher<Action>) -> (any CancellableEffect)?
  ) -> Subscription {
    let running = RunningEffect<Query>()
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
private final class RunningEffect<Query: Equatable & Sendable>: Sendable {
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
