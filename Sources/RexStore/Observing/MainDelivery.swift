import RexActions
import RexLocking

/// Returns a function that any thread can call, and that calls a main-actor function later.
///
///     store.subscribe(self, to: \.volume, onMain { screen, volume in screen.show(volume) })
///     store.observe(\.title, onMain { title in label.text = title })
///
/// Every call is made, in order, even those that are still pending when a subscription ends. If you
/// need only the latest state, use `ObservableStore`.
public func onMain<Value: Sendable>(
  _ receive: @escaping @MainActor @Sendable (Value) -> Void
) -> @Sendable (Value) -> Void {
  let queue = MainQueue()
  return { value in queue.add { receive(value) } }
}

/// Returns a function like the other `onMain`, for a subscriber and a value.
public func onMain<Subscriber: Sendable, Value: Sendable>(
  _ receive: @escaping @MainActor @Sendable (Subscriber, Value) -> Void
) -> @Sendable (Subscriber, Value) -> Void {
  let queue = MainQueue()
  return { subscriber, value in queue.add { receive(subscriber, value) } }
}

/// Pending calls for the main actor; while there are any, a task makes them.
private final class MainQueue: Sendable {
  typealias Call = @MainActor @Sendable () -> Void

  private let waiting = Locked<[(call: Call, cause: Cause?)]>([])

  func add(_ call: @escaping Call) {
    // The action that is being handled now is the cause of what the call dispatches later.
    let cause = Cause.current
    let isFirst = waiting.withLock { waiting in
      waiting.append((call, cause))
      return waiting.count == 1
    }
    if isFirst { Task { @MainActor in makeCalls() } }
  }

  @MainActor
  private func makeCalls() {
    var done = 0
    while let (call, cause) = next(after: done) {
      Cause.withCurrent(cause) { call() }
      done = 1
    }
  }

  /// Removes the previous call if it was made, and returns the next one.
  private func next(after done: Int) -> (call: Call, cause: Cause?)? {
    waiting.withLock { waiting in
      waiting.removeFirst(done)
      return waiting.first
    }
  }
}
