extension Store {
  /// Returns the states as an asynchronous sequence: the current one, then one after every action.
  ///
  /// It ends with the store. A reader that is slower than the store gets only the latest state.
  public func states() -> AsyncStream<State> {
    let (states, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    let feed = Feed(continuation)
    let subscription = observe { feed.continuation.yield($0) }
    continuation.onTermination = { _ in subscription.cancel() }
    return states
  }
}

/// Finishes an asynchronous sequence when its store is deallocated.
private final class Feed<Element: Sendable>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}
