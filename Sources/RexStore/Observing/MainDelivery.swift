import RexActions
import RexLocking

/// Makes a function of the main actor one to call anywhere: it runs later, in the calls' order.
///
///     store.subscribe(self, to: \.volume, onMain { screen, volume in screen.show(volume) })
///     store.observe(\.title, onMain { title in label.text = title })
///
/// No call is left out or overtakes another one, also those that still wait when a subscription
/// ends. Where only the newest state is wanted, take `ObservableStore`.
public func onMain<Value: Sendable>(
  _ receive: @escaping @MainActor @Sendable (Value) -> Void
) -> @Sendable (Value) -> Void {
  let queue = MainQueue()
  return { value in queue.add { receive(value) } }
}

/// The same for a function of two values: a subscriber, and what it is told.
public func onMain<Subscriber: Sendable, Value: Sendable>(
  _ receive: @escaping @MainActor @Sendable (Subscriber, Value) -> Void
) -> @Sendable (Subscriber, Value) -> Void {
  let queue = MainQueue()
  return { subscriber, value in queue.add { receive(subscriber, value) } }
}

/// Calls that wait for the main actor; a task is on its way as long as there are any.
private final class MainQueue: Sendable {
  typealias Call = @MainActor @Sendable () -> Void

  private let waiting = Locked<[(call: Call, cause: Cause?)]>([])

  func add(_ call: @escaping Call) {
    // What the call dispatches was led to by what it is told of, not by what is told first.
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

  /// The first call that waits, when the one before has been made and is taken out.
  private func next(after done: Int) -> (call: Call, cause: Cause?)? {
    waiting.withLock { waiting in
      waiting.removeFirst(done)
      return waiting.first
    }
  }
}
