import Dispatch
import RexLocking

/// A store's queue of work, such as actions to handle, drained by at most one thread at a time.
@usableFromInline
final class WorkQueue: Sendable {
  @usableFromInline typealias Work = @Sendable () -> Void

  private struct Pending: Sendable {
    var work: [Work] = []
    var isDraining = false
    /// The number of items that other threads have queued since draining began.
    var othersCount = 0
  }

  private let pending = Locked(Pending())

  /// The limit on other threads' work that a thread does before its call returns.
  ///
  /// A thread that dispatches constantly must not block another one, such as the main thread.
  private static let othersMax = 64

  /// Starts draining and returns true; if a thread is draining already, queues the work.
  ///
  /// If it returns true, the caller does the work itself and then calls `drain()`.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - isInside: Whether the caller runs inside the current work.
  @usableFromInline
  func begin(_ work: @autoclosure () -> Work, isInside: @autoclosure () -> Bool) -> Bool {
    pending.withLock { pending in
      guard pending.isDraining else {
        (pending.isDraining, pending.othersCount) = (true, 0)
        return true
      }
      if !isInside() { pending.othersCount += 1 }
      pending.work.append(work())
      return false
    }
  }

  /// Does pending work until the queue is empty, or until the limit for other threads' work.
  @usableFromInline
  func drain() { drain(othersMax: WorkQueue.othersMax) }

  private func drain(othersMax: Int) {
    var batch: [Work] = []
    while true {
      let isOverLimit = pending.withLock { pending in
        guard !pending.work.isEmpty else {
          pending.isDraining = false
          return false
        }
        guard pending.othersCount <= othersMax else { return true }
        swap(&batch, &pending.work)
        return false
      }
      // A background thread goes on, so that the caller can return.
      if isOverLimit { return DispatchQueue.global().async { self.drain(othersMax: .max) } }
      if batch.isEmpty { return }
      for work in batch { work() }
      batch.removeAll(keepingCapacity: true)
    }
  }
}
