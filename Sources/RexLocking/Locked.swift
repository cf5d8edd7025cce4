public import Foundation

/// A value protected by a lock, so that only one thread at a time can access it.
///
///     let count = Locked(0)
///     count.withLock { $0 += 1 }
///
/// It replaces `Synchronization.Mutex`, which requires iOS 18 and macOS 15. The lock is not
/// recursive: `withLock` inside `withLock` on the same value deadlocks.
///
/// Sendable because `value` is only accessed while `lock` is held, and the parameter of `init` is
/// `sending`.
public final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = NSLock()
  @usableFromInline var value: Value

  /// Creates a lock around a value that is not used elsewhere.
  @inlinable
  public init(_ value: sending Value) { self.value = value }

  /// Calls a closure with exclusive access to the value, and returns its result.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
