/// An effect under way, which is cancelled when the answer that started it is no longer the answer.
///
/// A `Subscription` and a `Task` are such effects. Whatever else can be cancelled may conform, such
/// as Combine's `AnyCancellable`.
public protocol CancellableEffect: Sendable {
  /// Ends the effect.
  func cancel()
}

extension Subscription: CancellableEffect {}

// Of one kind alone, so that `{ query, dispatch in Task { … } }` says which kind it is.
extension Task: CancellableEffect where Success == Void, Failure == Never {}
