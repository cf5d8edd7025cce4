import RexLocking

/// Events that someone sends, from the moment one subscribes: a module's input, or its output.
///
///     store.follow(.merge([taps.map { .open($0) }, pushes.map { .arrived($0) }]))
///
/// Subscribers are called on the sender's thread, before the sending returns, in the order in which
/// they subscribed.
public struct EventStream<Event: Sendable>: Sendable {
  private let begin: @Sendable (@escaping @Sendable (Event) -> Void) -> Subscription

  /// A stream that is subscribed to by this function.
  public init(_ begin: @escaping @Sendable (@escaping @Sendable (Event) -> Void) -> Subscription) {
    self.begin = begin
  }

  /// Calls the receiver with each event until the subscription is cancelled or let go.
  public func subscribe(_ receive: @escaping @Sendable (Event) -> Void) -> Subscription {
    begin(receive)
  }

  /// The stream of what the events become.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> Other
  ) -> EventStream<Other> {
    compactMap(transform)
  }

  /// The stream of what the events become, without those that become nil.
  public func compactMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> Other?
  ) -> EventStream<Other> {
    EventStream<Other> { receive in
      subscribe { event in
        if let other = transform(event) { receive(other) }
      }
    }
  }

  /// The stream of the events that a condition holds for.
  public func filter(_ isIncluded: @escaping @Sendable (Event) -> Bool) -> EventStream {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// The events of the streams that the events become, merged as they come.
  public func flatMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Event) -> EventStream<Other>
  ) -> EventStream<Other> {
    EventStream<Other> { receive in
      let inner = Locked<[Subscription]>([])
      let outer = subscribe { event in
        let subscription = transform(event).subscribe(receive)
        inner.withLock { $0.append(subscription) }
      }
      return Subscription {
        outer.cancel()
        for subscription in inner.withLock({ $0 }) { subscription.cancel() }
      }
    }
  }

  /// The events of several streams in one, as they come.
  public static func merge(_ streams: [EventStream]) -> EventStream {
    EventStream { receive in
      let subscriptions = streams.map { $0.subscribe(receive) }
      return Subscription { for subscription in subscriptions { subscription.cancel() } }
    }
  }
}

/// Sends events into a stream.
public final class EventEmitter<Event: Sendable>: Sendable {
  private struct Receiver: Sendable {
    var id: Int
    var receive: @Sendable (Event) -> Void
  }

  private struct Audience {
    var receivers: [Receiver] = []
    var idNext = 0
    var last: Event?
  }

  private let audience = Locked(Audience())
  private let replaysLast: Bool

  /// An emitter whose stream nobody has subscribed to.
  ///
  /// - Parameter replaysLast: whether the stream begins with the event that was sent last.
  public init(replayingLast replaysLast: Bool = false) { self.replaysLast = replaysLast }

  /// Sends an event to all who have subscribed.
  public func send(_ event: Event) {
    let receivers = audience.withLock { audience in
      if replaysLast { audience.last = event }
      return audience.receivers
    }
    for receiver in receivers { receiver.receive(event) }
  }

  /// Sends an event that says nothing but that it happened.
  public func send() where Event == Void { send(()) }

  /// What this emitter sends.
  public var stream: EventStream<Event> {
    EventStream { receive in
      let (id, last) = self.audience.withLock { audience in
        audience.idNext += 1
        audience.receivers.append(Receiver(id: audience.idNext, receive: receive))
        return (audience.idNext, audience.last)
      }
      if let last { receive(last) }
      return Subscription { [weak self] in self?.remove(id) }
    }
  }

  private func remove(_ id: Int) {
    let removed = audience.withLock { audience in
      audience.receivers.firstIndex { $0.id == id }.map { audience.receivers.remove(at: $0) }
    }
    // What the receiver holds is let go outside the lock: its deinit is anybody's code.
    withExtendedLifetime(removed) {}
  }
}
