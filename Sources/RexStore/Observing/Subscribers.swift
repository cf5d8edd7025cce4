import RexLocking

/// A store's observers that belong to objects, one for each object and selection.
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

/// An object, and the part of the state that it observes.
struct SubscriberKey: Sendable, Hashable {
  enum Selection: Sendable {
    case path(any AnyKeyPath & Sendable)
    /// The location of a closure in the source, since closures cannot be compared.
    case location(file: String, line: Int, column: Int)
  }

  let subscriber: ObjectIdentifier
  let selection: Selection
}

extension SubscriberKey.Selection: Hashable {
  private var identity: AnyHashable {
    switch self {
    case .path(let path): path as AnyKeyPath
    case .location(let file, let line, let column): [file, "\(line)", "\(column)"]
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
