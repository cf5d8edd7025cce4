import RexLocking
public import RexStore

/// Shows the screens: compares the last transition with the last one it knows.
///
/// The store holds it weakly, and tells it of its part of the state alone, when that has changed.
public final class ShopCoordinator: Sendable {
  private let known = Locked<[ShopNavigation.Move]>([])

  /// A coordinator that knows of no transition.
  public init() {}

  /// The transitions it was told of, first to last.
  public var moves: [ShopNavigation.Move] { known.withLock { $0 } }

  /// Begins to follow the navigation of a store.
  public func follow(_ store: Store<any ShopAction, ShopState>) {
    store.subscribe(self, to: \.navigation) { coordinator, navigation in
      guard let move = navigation.lastTransition else { return }
      coordinator.known.withLock { $0.append(move) }
    }
  }
}
