import Foundation
import RexLocking

/// A background thread of a recorder, for one piece of work at a time.
///
///     caller  ── begin ────────────── wait ▌── continues
///     worker         └── work ─────────────┘
///
/// From `begin` until `wait` returns, only the worker may access what the work uses, and `begin`
/// must not be called again. The recorder's lock ensures that.
final class Worker: Sendable {
  private let slot = WorkSlot()

  init() {
    let thread = Thread { [slot] in slot.serve() }
    // On Darwin, it must be set before the thread starts; on Linux, it has no effect.
    thread.qualityOfService = .userInitiated
    thread.start()
  }

  deinit { slot.close() }

  /// Whether the caller runs on the worker's thread.
  var isCurrent: Bool { slot.thread.withLock { $0 } == ObjectIdentifier(Thread.current) }

  func begin(_ work: any Work) { slot.put(work) }

  /// Takes back work that has not started, for the caller to run; nil if it has.
  ///
  /// A burst of actions therefore costs no more than without a worker.
  func takeBack() -> (any Work)? { slot.take() }

  /// Waits until the work is done; returns false if it was done already.
  func wait() -> Bool { slot.waitUntilDone() }
}

/// Work for a worker, or for its caller.
protocol Work: Sendable {
  /// Performs the work.
  ///
  /// - Parameter hasTime: Whether the caller of the worker does not wait yet; nil if the caller
  ///   performs the work itself.
  func perform(hasTime: (() -> Bool)?)
}

/// Passes work to the thread, which retains only this slot, so that the worker's `deinit` ends it.
private final class WorkSlot: Sendable {
  let thread = Locked<ObjectIdentifier?>(nil)
  private let isClosed = Locked(false)
  private let work = Locked<(any Work)?>(nil)
  private let isPut = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)
  /// Whether the caller waits for the work.
  private let isAwaited = Locked(false)
  /// Held while the thread performs work.
  ///
  /// On Darwin, a thread that waits for a lock gives its priority to the lock's holder. It could
  /// not do so for a semaphore, which has none.
  private let performing = Locked(())

  func put(_ next: any Work) {
    work.withLock { $0 = next }
    isPut.signal()
  }

  func waitUntilDone() -> Bool {
    guard isDone.wait(timeout: .now()) == .timedOut else { return false }
    isAwaited.withLock { $0 = true }
    performing.withLock { _ in }
    isDone.wait()
    isAwaited.withLock { $0 = false }
    return true
  }

  func take() -> (any Work)? { work.withLock { $0.take() } }

  func close() {
    isClosed.withLock { $0 = true }
    isPut.signal()
  }

  func serve() {
    deprioritize()
    thread.withLock { $0 = ObjectIdentifier(Thread.current) }
    while true {
      isPut.wait()
      // Taken with the lock, so that whoever finds nothing to take back can wait for the lock.
      let hadWork = performing.withLock { _ in
        guard let next = take() else { return false }
        perform(next)
        isDone.signal()
        return true
      }
      if !hadWork, isClosed.withLock({ $0 }) { return }
    }
  }

  private func perform(_ work: any Work) {
    #if canImport(ObjectiveC)
      // Objects that the app's `encode(to:)` autoreleases would otherwise stay until the thread
      // ends, together with the recorder. Linux has no autoreleased objects.
      autoreleasepool { work.perform { [isAwaited] in !isAwaited.withLock { $0 } } }
    #else
      work.perform { [isAwaited] in !isAwaited.withLock { $0 } }
    #endif
  }

  /// Lowers the thread's scheduling priority.
  ///
  /// Otherwise, the system might start the work at once on the core of the dispatching thread,
  /// which would then have to wait for it.
  private func deprioritize() {
    #if os(Linux)
      let batch: Int32 = 3  // SCHED_BATCH, which needs _GNU_SOURCE.
      var parameters = sched_param()
      sched_setscheduler(0, batch, &parameters)
    #endif
  }
}
