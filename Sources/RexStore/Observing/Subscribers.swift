import RexLocking

/// The observers of a store that belong to objects, one for each object and path.
@usableFromInline
final class Subscribers<Action: Sendable, State: Sendable>: Sendable {
  private let observers = Locked<[SubscriberKey: Observer<Action, State>]>([:])

  @usableFromInline
  init() {}

  /// Takes an observer in, and returns the one whose place it takes.
  func add(
    _ observer: Observer<Action, State>, _ key: SubscriberKey
  ) -> Observer<Action, State>? {
    observers.withLock { $0.updateValue(observer, forKey: key) }
  }

  /// Forgets an observer, unless another one has its place.
  func remove(_ observer: Observer<Action, State>, _ key: SubscriberKey) {
    observers.withLock { observers in
      if observers[key] === observer { observers[key] = nil }
    }
  }

  /// Takes out the observers of an object.
  func take(_ subscriber: ObjectIdentifier) -> [Observer<Action, State>] {
    observers.withLock { observers in
      let keys = observers.keys.filter { $0.subscriber == subscriber }
      return keys.compactMap { observers.removeValue(forKey: $0) }
    }
  }
}

/// An object, and the path at which it watches the state; nil where a closure selects a part.
struct SubscriberKey: Sendable, Hashable {
  let subscriber: ObjectIdentifier
  let path: (any AnyKeyPath & Sendable)?

  static func == (left: SubscriberKey, right: SubscriberKey) -> Bool {
    left.subscriber == right.subscriber && (left.path as AnyKeyPath?) == right.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(subscriber)
    hasher.combine(path as AnyKeyPath?)
  }
}
