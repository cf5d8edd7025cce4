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
final class MainQueue: Sendable {
  typealias Call = @MainActor @Sendable () -> Void

  private struct Pending: Sendable {
    var calls: [(call: Call, cause: Cause?)] = []
    /// Whether a task is making the calls.
    var hasTask = false
  }

  private let pending = Locked(Pending())

  func add(_ call: @escaping Call) {
    // The action that is being handled now is the cause of what the call dispatches later.
    let cause = Cause.current
    let needsTask = pending.withLock { pending in
      pending.calls.append((call, cause))
      defer { pending.hasTask = true }
      return !pending.hasTask
    }
    if needsTask { Task { @MainActor in makeCalls() } }
  }

  @MainActor
  private func makeCalls() {
    while let calls = takeCalls() {
      for (call, cause) in calls { Cause.withCurrent(cause) { call() } }
    }
  }

  /// Removes and returns the calls that are pending now; nil if there are none.
  private func takeCalls() -> [(call: Call, cause: Cause?)]? {
    pending.withLock { pending in
      defer { pending.calls = [] }
      pending.hasTask = !pending.calls.isEmpty
      return pending.hasTask ? pending.calls : nil
    }
  }
}
