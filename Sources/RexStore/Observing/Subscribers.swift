import RexLocking

/// A store's observers that belong to objects, one for each object and key path.
@usableFromInline
final class Subscribers<Action: Sendable, State: Sendable>: Sendable {
  private let observers = Locked<[SubscriberKey: Observer<Action, State>]>([:])

  @usableFromInline
  init() {}

  /// Adds an observer, and returns the one that it replaces.
  func add(
    _ observer: Observer<Action, State>, _ key: SubscriberKey
  ) -> Observer<Action, State>? {
    observers.withLock { $0.updateValue(observer, forKey: key) }
  }

  /// Removes an observer, unless another one has replaced it.
  func remove(_ observer: Observer<Action, State>, _ key: SubscriberKey) {
    observers.withLock { observers in
      if observers[key] === observer { observers[key] = nil }
    }
  }

  /// Removes and returns the observers of an object.
  func take(_ subscriber: ObjectIdentifier) -> [Observer<Action, State>] {
    observers.withLock { observers in
      let keys = observers.keys.filter { $0.subscriber == subscriber }
      return keys.compactMap { observers.removeValue(forKey: $0) }
    }
  }
}

/// An object, and the key path that it observes; nil for a `StoreSubscriber`.
struct SubscriberKey: Sendable, Hashable {
  let subscriber: ObjectIdentifier
  private let path: (any AnyKeyPath & Sendable)?

  @usableFromInline
  init(_ subscriber: AnyObject, _ path: (any AnyKeyPath & Sendable)?) {
    (self.subscriber, self.path) = (ObjectIdentifier(subscriber), path)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.subscriber == right.subscriber && left.path as AnyKeyPath? == right.path as AnyKeyPath?
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(subscriber)
    hasher.combine(path as AnyKeyPath?)
  }
}
