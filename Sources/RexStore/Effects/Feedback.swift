/// A side effect that follows from the state: what to ask the state, and what the answer starts.
///
///     Feedback(
///       to: { $0.step == .loading ? $0.user : nil },
///       effect: { user, dispatch in desk.write(for: user) { dispatch(.dataLoaded($0)) } })
///
/// `Store.react(to:effect:)` says when the effect starts and when it is cancelled. A store that is
/// made or scoped with feedbacks owns them: they begin with it and are cancelled when it goes.
public struct Feedback<Action: Sendable, State: Sendable>: Sendable {
  /// Begins to watch a store; cancelling the subscription cancels the effect as well.
  let begin: @Sendable (Store<Action, State>) -> Subscription

  /// An effect that is done when the function returns, or cannot be cancelled.
  public init<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> Void
  ) {
    begin = { store in store.react(to: query, effect: effect) }
  }

  /// An effect that is cancelled by what the function returns.
  public init<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    effect: @escaping @Sendable (Query, Dispatcher<Action>) -> some CancellableEffect
  ) {
    begin = { store in store.react(to: query, effect: effect) }
  }

  /// An asynchronous effect, whose task is cancelled when the answer changes again.
  public init<Query: Equatable & Sendable>(
    to query: @escaping @Sendable (State) -> Query?,
    task work: @escaping @Sendable (Query, Dispatcher<Action>) async -> Void
  ) {
    begin = { store in store.react(to: query, task: work) }
  }
}

extension Store {
  /// Begins effects that last as long as this store.
  @usableFromInline
  func keep(_ feedbacks: [Feedback<Action, State>]) {
    for feedback in feedbacks { keep(feedback.begin(self)) }
  }
}
