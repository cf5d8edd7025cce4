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

/// Subscriptions that end together, when the bag is cancelled or released.
///
///     props.subscribe { … }.store(in: bag)
public final class SubscriptionBag: Sendable {
  /// Nil after the end.
  private let subscriptions = Locked<[Subscription]?>([])

  /// Creates an empty bag.
  public init() {}

  /// Adds a subscription; if the bag has been cancelled, it is cancelled at once.
  public func insert(_ subscription: Subscription) {
    let hasEnded = subscriptions.withLock { subscriptions in
      subscriptions?.append(subscription)
      return subscriptions == nil
    }
    if hasEnded { subscription.cancel() }
  }

  /// Ends the subscriptions, and those that are added later.
  public func cancel() {
    let ended = subscriptions.withLock { $0.take() }
    for subscription in ended ?? [] { subscription.cancel() }
  }
}

extension Subscription {
  /// Adds this subscription to a bag.
  public func store(in bag: SubscriptionBag) { bag.insert(self) }
}
