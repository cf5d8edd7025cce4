import RexLocking

/// Lasts for as long as it is held, or until cancelled.
public final class Subscription: Sendable {
  private let end: @Sendable () -> Void
  private let hasEnded = Locked(false)

  /// A subscription that is ended by this function, which is called once.
  public init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  /// Ends the subscription: no call of its receiver begins after this one.
  ///
  /// When another thread is sending, a call that has begun may still be under way.
  public func cancel() {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if isFirst { end() }
  }

  deinit { cancel() }
}
