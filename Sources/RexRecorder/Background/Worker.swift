import Foundation
import RexLocking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread of a recorder's own, for one piece of work at a time.
///
///     caller  ── begin ────────────── wait ▌── continues
///     worker         └── work ─────────────┘
///
/// What the work touches is the worker's from `begin` until `wait` has returned. So `begin` is
/// called only after `wait`, by one thread at a time; the recorder's lock sees to that.
final class Worker: Sendable {
  private let slot = WorkSlot()

  init() {
    let thread = Thread { [slot] in slot.serve() }
    // On Darwin it can only be set before the thread starts; on Linux it says nothing.
    thread.qualityOfService = .userInitiated
    thread.start()
  }

  deinit { slot.close() }

  /// Whether this is called from the work itself.
  var isCurrent: Bool { slot.thread.withLock { $0 } == ObjectIdentifier(Thread.current) }

  func begin(_ work: any Work) { slot.put(work) }

  /// Takes back what is not begun yet, for the caller to do; then there is nothing to wait for.
  ///
  /// So a burst of actions costs no more than it would without a worker.
  func takeBack() -> (any Work)? { slot.take() }

  /// Returns when the work is done; false when it was already.
  func wait() -> Bool { slot.waitUntilDone() }
}

/// What a worker does, or its caller in its place.
protocol Work: Sendable {
  func perform(isInBackground: Bool)
}

/// Where work is put and taken; the thread keeps nothing else, so that its worker can end it.
private final class WorkSlot: Sendable {
  let thread = Locked<ObjectIdentifier?>(nil)
  private let isClosed = Locked(false)
  private let work = Locked<(any Work)?>(nil)
  private let isPut = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)

  func put(_ next: any Work) {
    work.withLock { $0 = next }
    isPut.signal()
  }

  func waitUntilDone() -> Bool {
    guard isDone.wait(timeout: .now()) == .timedOut else { return false }
    isDone.wait()
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
      if let next = take() {
        perform(next)
        isDone.signal()
      } else if isClosed.withLock({ $0 }) {
        return
      }
    }
  }

  private func perform(_ work: any Work) {
    #if canImport(ObjectiveC)
      // What the app's `encode(to:)` autoreleases would stay until the thread ends, which it does
      // with the recorder. On Linux there are no such objects.
      autoreleasepool { work.perform(isInBackground: true) }
    #else
      work.perform(isInBackground: true)
    #endif
  }

  /// Where the system would let the work begin at once, on the core of the thread that dispatches,
  /// that one would have to wait for what it just handed over.
  private func deprioritize() {
    #if os(Linux)
      let batch: Int32 = 3  // SCHED_BATCH, which the C library shows to GNU programs alone.
      var parameters = sched_param()
      sched_setscheduler(0, batch, &parameters)
    #endif
  }
}
