import RexLocking
public import RexStore

/// Notifies its observers when the last transition changes.
///
/// The store references it weakly, and it references its observers weakly.
public final class ShopNavigator: Sendable {
  private struct Observer {
    weak var object: (any ShopTransitionObserver)?
  }

  private struct Shared {
    var lastMove: ShopNavigation.Move?
    var observers: [Observer] = []
  }

  private let shared = Locked(Shared())

  /// Creates a navigator without a transition or observers.
  public init() {}

  /// Notifies an observer of each transition as long as the observer exists.
  public func add(_ observer: any ShopTransitionObserver) {
    shared.withLock { $0.observers.append(Observer(object: observer)) }
  }

  /// Starts observing the navigation of a store.
  public func follow(_ store: Store<any ShopAction, ShopState>) {
    store.subscribe(self, to: \.navigation) { navigator, navigation in
      navigator.handle(navigation)
    }
  }

  /// Notifies the observers of the last transition, unless it is unchanged.
  func handle(_ navigation: ShopNavigation) {
    guard let move = navigation.lastTransition else { return }
    let observers = shared.withLock { shared -> [any ShopTransitionObserver] in
      guard move != shared.lastMove else { return [] }
      shared.lastMove = move
      shared.observers.removeAll { $0.object == nil }
      return shared.observers.compactMap(\.object)
    }
    for observer in observers { observer.handle(move, in: navigation) }
  }
}

/// An observer of transitions.
public protocol ShopTransitionObserver: AnyObject, Sendable {
  /// Handles a transition that was made or undone, and led to the navigation.
  func handle(_ move: ShopNavigation.Move, in navigation: ShopNavigation)
}
