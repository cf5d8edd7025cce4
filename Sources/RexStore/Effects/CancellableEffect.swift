/// A running effect that can be cancelled.
///
/// It is cancelled when the query that started it returns another value. `Subscription` and `Task`
/// conform; other types can, too, such as Combine's `AnyCancellable`.
public protocol CancellableEffect: Sendable {
  /// Cancels the effect.
  func cancel()
}

extension Subscription: CancellableEffect {}

// Only for one kind of task, so that the type of `{ query, dispatch in Task { … } }` is inferred.
extension Task: CancellableEffect where Success == Void, Failure == Never {}
