public import Foundation

/// A value that one thread at a time may use: the lock of every module here.
///
///     let count = Locked(0)
///     count.withLock { $0 += 1 }
///
/// It stands in for `Synchronization.Mutex`, which asks for iOS 18 and macOS 15. The lock is not
/// recursive: `withLock` inside `withLock` on the same value deadlocks.
///
/// Sendable because `value` is only touched while `lock` is held, and what it begins with is sent.
public final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = NSLock()
  @usableFromInline var value: Value

  /// A lock around a value that nobody else uses.
  @inlinable
  public init(_ value: sending Value) { self.value = value }

  /// Runs a closure that nobody else's closure runs beside, and returns what it returns.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
