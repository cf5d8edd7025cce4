import RexLocking

/// A stream of events, such as a module's input or output.
///
///     store.follow(.merge([taps.map { .open($0) }, pushes.map { .arrived($0) }]))
///
/// A subscriber receives the events sent after it subscribed. Subscribers are called synchronously
/// on the sender's thread, in the order in which they subscribed.
public struct EventStream<Event: Sendable>: Sendable {
  private let begin: @Sendable (@escaping @Sendable (Event) -> Void) -> Subscription

  /// Creates a stream from a function that subscribes a receiver.
  public init(_ begin: @escaping @Sendable (@escaping @Sendable (Event) -> Void) -> Subscription) {
    self.begin = begin
  }

  /// Calls the receiver with each event until the subscription is cancelled or released.
  public func subscribe(_ receive: @escaping @Sendable (Event) -> Void) -> Subscription {
    begin(receive)
  }

  /// Returns a stream of transformed events.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> Other
  ) -> EventStream<Other> {
    compactMap(transform)
  }

  /// Returns a stream of transformed events, without those that become nil.
  public func compactMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> Other?
  ) -> EventStream<Other> {
    EventStream<Other> { receive in
      subscribe { event in
        if let other = transform(event) { receive(other) }
      }
    }
  }

  /// Returns a stream of the events that satisfy a condition.
  public func filter(_ isIncluded: @escaping @Sendable (Event) -> Bool) -> EventStream {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Transforms each event to a stream, and returns the merged events of these streams.
  ///
  /// All these streams stay subscribed until the subscription to the merged stream ends.
  public func flatMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> EventStream<Other>
  ) -> EventStream<Other> {
    EventStream<Other> { receive in
      // Nil after the end, when an event may still arrive from another thread.
      let inner = Locked<[Subscription]?>([])
      let outer = subscribe { event in
        let subscription = transform(event).subscribe(receive)
        let hasEnded = inner.withLock { inner in
          inner?.append(subscription)
          return inner == nil
        }
        if hasEnded { subscription.cancel() }
      }
      return Subscription {
        outer.cancel()
        let subscriptions = inner.withLock { inner in
          defer { inner = nil }
          return inner
        }
        for subscription in subscriptions ?? [] { subscription.cancel() }
      }
    }
  }

  /// Merges several streams into one.
  public static func merge(_ streams: [EventStream]) -> EventStream {
    EventStream { receive in
      let subscriptions = streams.map { $0.subscribe(receive) }
      return Subscription { for subscription in subscriptions { subscription.cancel() } }
    }
  }
}

/// Sends events to a stream.
public final class EventEmitter<Event: Sendable>: Sendable {
  private struct Receiver: Sendable {
    var id: Int
    var receive: @Sendable (Event) -> Void
  }

  private struct Shared {
    var receivers: [Receiver] = []
    var idNext = 0
    var last: Event?
  }

  private let shared = Locked(Shared())
  private let replaysLast: Bool

  /// Creates an emitter.
  ///
  /// - Parameter replaysLast: Whether a new subscriber first receives the last event. If another
  ///   thread sends an event at that time, the subscriber may receive the two in either order.
  public init(replayingLast replaysLast: Bool = false) { self.replaysLast = replaysLast }

  /// Sends an event to all subscribers.
  public func send(_ event: Event) {
    let receivers = shared.withLock { shared in
      if replaysLast { shared.last = event }
      return shared.receivers
    }
    for receiver in receivers { receiver.receive(event) }
  }

  /// Sends an event without a value.
  public func send() where Event == Void { send(()) }

  /// The stream of the events that this emitter sends.
  public var stream: EventStream<Event> {
    EventStream { receive in
      let (id, last) = self.shared.withLock { shared in
        shared.idNext += 1
        shared.receivers.append(Receiver(id: shared.idNext, receive: receive))
        return (shared.idNext, shared.last)
      }
      if let last { receive(last) }
      return Subscription { [weak self] in self?.remove(id) }
    }
  }

  private func remove(_ id: Int) {
    let removed = shared.withLock { shared in
      shared.receivers.firstIndex { $0.id == id }.map { shared.receivers.remove(at: $0) }
    }
    // Releases the receiver outside the lock, since a deinit can run any code.
    withExtendedLifetime(removed) {}
  }
}
