import Foundation
import RexActions
import RexLocking

/// The lock of a recorder, held while a reducer runs; it detects that waiting would never end.
///
///     thread 1   in the reducer of A ──▶ records into B ─ waits for thread 2
///     thread 2   in the reducer of B ──▶ records into A ─ would wait for thread 1
///
/// It is recursive. Each thread knows the locks that it holds; before it waits for another one, it
/// notes both for the other threads.
///
/// Sendable because `depth` and `outer` are only accessed by the thread that holds `lock`.
final class RecorderLock: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  /// The number of nested calls that hold the lock.
  private(set) var depth = 0
  /// The lock that this thread took before this one.
  private var outer: UnsafeMutableRawPointer?

  /// The lock that the current thread took last.
  private static let last = ThreadPointer()

  /// A thread that holds locks and waits for another one.
  private struct Wait {
    var held: Set<ObjectIdentifier>
    var wanted: ObjectIdentifier
  }

  private static let waits = Locked<[ObjectIdentifier: Wait]>([:])

  /// Takes the lock; returns false, without it, if the thread would wait for itself.
  func acquire() -> Bool {
    if tryAcquire() { return true }
    let held = RecorderLock.heldByThisThread
    guard !held.isEmpty else {
      lock.lock()
      begin()
      return true
    }
    let mayWait = RecorderLock.waits.withLock { waits in
      guard !RecorderLock.waits(waits, for: held, from: ObjectIdentifier(self)) else {
        return false
      }
      waits[ObjectIdentifier(Thread.current)] = Wait(held: held, wanted: ObjectIdentifier(self))
      return true
    }
    guard mayWait else { return false }
    endWait()
    return true
  }

  /// Waits for the lock, after the wait was noted.
  private func endWait() {
    lock.lock()
    RecorderLock.waits.withLock { $0[ObjectIdentifier(Thread.current)] = nil }
    begin()
  }

  /// Takes the lock if no other thread holds it.
  func tryAcquire() -> Bool {
    guard lock.try() else { return false }
    begin()
    return true
  }

  /// Takes the lock, and waits for it in any case, which other threads see.
  func wait() {
    guard !tryAcquire() else { return }
    let wait = Wait(held: RecorderLock.heldByThisThread, wanted: ObjectIdentifier(self))
    RecorderLock.waits.withLock { $0[ObjectIdentifier(Thread.current)] = wait }
    endWait()
  }

  func release() {
    depth -= 1
    if depth == 0 { RecorderLock.last.current = outer }
    lock.unlock()
  }

  private func begin() {
    if depth == 0 {
      outer = RecorderLock.last.current
      RecorderLock.last.current = Unmanaged.passUnretained(self).toOpaque()
    }
    depth += 1
  }

  private static var heldByThisThread: Set<ObjectIdentifier> {
    var held: Set<ObjectIdentifier> = []
    var next = last.current
    while let pointer = next {
      // A thread that holds a lock also retains its recorder.
      let lock = Unmanaged<RecorderLock>.fromOpaque(pointer).takeUnretainedValue()
      held.insert(ObjectIdentifier(lock))
      next = lock.outer
    }
    return held
  }

  /// Returns whether a lock's holder waits, perhaps for others that wait, for one of some locks.
  private static func waits(
    _ waits: [ObjectIdentifier: Wait], for held: Set<ObjectIdentifier>,
    from wanted: ObjectIdentifier
  ) -> Bool {
    var wanted = wanted
    for _ in 0..<waits.count {
      guard let holder = waits.values.first(where: { $0.held.contains(wanted) }) else {
        return false
      }
      if held.contains(holder.wanted) { return true }
      wanted = holder.wanted
    }
    return false
  }
}
