import RexLocking
public import RexStore

/// Compares the last transition with the one it knows, and tells its observers when it is another.
///
/// The store holds it weakly, as it holds its observers.
public final class ShopNavigator: Sendable {
  private struct Observer {
    weak var object: (any ShopTransitionObserver)?
  }

  private struct Shared {
    var known: ShopNavigation.Move?
    var observers: [Observer] = []
  }

  private let shared = Locked(Shared())

  /// A navigator that knows no transition and has nobody to tell.
  public init() {}

  /// Tells an observer of each transition for as long as it lives.
  public func add(_ observer: any ShopTransitionObserver) {
    shared.withLock { $0.observers.append(Observer(object: observer)) }
  }

  /// Begins to follow the navigation of a store.
  public func follow(_ store: Store<any ShopAction, ShopState>) {
    store.subscribe(self, to: \.navigation) { navigator, navigation in
      if let move = navigation.lastTransition { navigator.handle(move) }
    }
  }

  /// Tells of a transition, unless it is the one that is known.
  func handle(_ move: ShopNavigation.Move) {
    let observers = shared.withLock { shared -> [any ShopTransitionObserver] in
      guard move != shared.known else { return [] }
      shared.known = move
      shared.observers.removeAll { $0.object == nil }
      return shared.observers.compactMap(\.object)
    }
    for observer in observers { observer.handle(move) }
  }
}

/// Whoever acts on transitions.
public protocol ShopTransitionObserver: AnyObject, Sendable {
  /// A transition was made or taken back.
  func handle(_ move: ShopNavigation.Move)
}
