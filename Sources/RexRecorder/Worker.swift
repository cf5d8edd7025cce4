import Dispatch

/// A thread of a recorder's own, for one piece of work at a time.
///
///     caller  ── begin ────────────── wait ▌── goes on
///     worker         └── work ─────────────┘
///
/// What the work touches is the worker's from `begin` until `wait` has returned. So `begin` is
/// called only after `wait`, by one thread at a time; the recorder's lock sees to that.
final class Worker: Sendable {
  private let queue = DispatchQueue(label: "rexreplay.recorder", qos: .userInitiated)
  private let isDone = DispatchSemaphore(value: 0)
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  init() { queue.setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

  /// Whether this is called from the work itself.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  func begin(_ work: any Work) {
    queue.async { [isDone] in
      work.perform()
      isDone.signal()
    }
  }

  /// Returns when the work is done; false when it was already.
  func wait() -> Bool {
    guard isDone.wait(timeout: .now()) == .timedOut else { return false }
    isDone.wait()
    return true
  }
}

/// What a worker does.
protocol Work: Sendable {
  func perform()
}
