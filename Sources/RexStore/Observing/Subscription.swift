import RexLocking

/// A subscription that lasts until it is cancelled or released.
public final class Subscription: Sendable {
  private let end: @Sendable () -> Void
  private let hasEnded = Locked(false)

  /// Creates a subscription with a function that ends it, which is called once.
  public init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  /// Ends the subscription: no call of its receiver begins afterwards.
  ///
  /// A call that began earlier on another thread may still be running.
  public func cancel() {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if isFirst { end() }
  }

  deinit { cancel() }
}
