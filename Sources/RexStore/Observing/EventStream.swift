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
      let inner = SubscriptionBag()
      let outer = subscribe { transform($0).subscribe(receive).store(in: inner) }
      return Subscription {
        outer.cancel()
        inner.cancel()
      }
    }
  }

  /// Merges several streams into one.
  public static func merge(_ streams: [EventStream]) -> EventStream {
    EventStream { receive in
      let all = SubscriptionBag()
      for stream in streams { stream.subscribe(receive).store(in: all) }
      return Subscription { all.cancel() }
    }
  }

  /// Returns a stream that subscribes to this one once for all its subscribers.
  ///
  /// It is subscribed from the first subscriber to the last. While it is, a new subscriber first
  /// receives the last events.
  ///
  /// - Parameter count: The number of events that a new subscriber first receives.
  public func share(replay count: Int = 0) -> EventStream {
    let shared = Locked<(emitter: EventEmitter<Event>, subscription: Subscription?, users: Int)>(
      (EventEmitter(replaying: count), nil, 0))
    return EventStream { receive in
      let (emitter, isFirst) = shared.withLock { shared in
        shared.users += 1
        return (shared.emitter, shared.users == 1)
      }
      let own = emitter.stream.subscribe(receive)
      if isFirst {
        let subscription = subscribe { emitter.send($0) }
        shared.withLock { if $0.emitter === emitter { $0.subscription = subscription } }
      }
      return Subscription {
        own.cancel()
        let ended = shared.withLock { shared -> Subscription? in
          shared.users -= 1
          guard shared.users == 0 else { return nil }
          shared.emitter = EventEmitter(replaying: count)
          return shared.subscription.take()
        }
        ended?.cancel()
      }
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
    var last: [Event] = []
  }

  private let shared = Locked(Shared())
  private let replayMax: Int

  /// Creates an emitter.
  ///
  /// - Parameter count: The number of last events that a new subscriber first receives. If another
  ///   thread sends an event at that time, the subscriber may receive that event before them.
  public init(replaying count: Int = 0) { replayMax = count }

  /// Sends an event to all subscribers.
  public func send(_ event: Event) {
    let receivers = shared.withLock { shared in
      if replayMax > 0 { shared.last = (shared.last + [event]).suffix(replayMax) }
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
      for event in last { receive(event) }
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
