/// A side effect that depends on the state: a query, and the effect that its value starts.
///
///     Feedback(
///       to: { $0.step == .loading ? $0.user : nil },
///       effect: { user, dispatch in desk.write(for: user) { dispatch(.dataLoaded($0)) } })
///
/// `Store.react(to:effect:)` describes when the effect starts and when it is cancelled. A store
/// owns the feedbacks that it is created or scoped with: they start with it and are cancelled when
/// it is deallocated.
public struct Feedback<Action: Sendable, State: Sendable>: Sendable {
  /// Starts to observe a store; cancelling the subscription also cancels the effect.
  let begin: @Sendable (Store<Action, State>) -> Subscription

  /// Creates a feedback whose effect ends when the function returns, or cannot be cancelled.
  public init<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> Void
  ) {
    begin = { store in store.react(to: query, effect: effect) }
  }

  /// Creates a feedback whose effect is cancelled through the value that the function returns.
  public init<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> some CancellableEffect
  ) {
    begin = { store in store.react(to: query, effect: effect) }
  }

  /// Creates a feedback that starts a task, which is cancelled when the query's value changes.
  public init<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    task work: @escaping @Sendable (Query, Dispatcher<Action>) async -> Void
  ) {
    begin = { store in store.react(to: query, task: work) }
  }
}

extension Store {
  /// Starts effects that last as long as this store.
  @usableFromInline
  func keep(_ feedbacks: [Feedback<Action, State>]) {
    for feedback in feedbacks { keep(feedback.begin(self)) }
  }
}
