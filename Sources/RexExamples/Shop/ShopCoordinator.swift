import RexLocking
public import RexStore

/// Shows a screen when a transition leads to it, and removes it when the transition is undone.
public final class ShopCoordinator: ShopTransitionObserver {
  /// The coordinated screen.
  public let screen: ShopScreen
  /// Whether the screen is shown.
  public var isShowing: Bool { shown.withLock { $0 != nil } }

  private let store: Store<any ShopAction, ShopState>
  private let shown = Locked<ShopScreenView?>(nil)

  /// Creates a coordinator of a screen whose view is created on demand.
  public init(of screen: ShopScreen, in store: Store<any ShopAction, ShopState>) {
    (self.screen, self.store) = (screen, store)
  }

  /// Shows or removes the screen, depending on the transition's direction.
  public func handle(_ move: ShopNavigation.Move, in navigation: ShopNavigation) {
    switch move.direction {
    case .forward where move.transition.to == screen && !isShowing:
      let view = ShopScreenView()
      shown.withLock { $0 = view }
      view.appear(store)
    case .back where !navigation.openScreens.contains(screen):
      shown.withLock { $0.take() }?.disappear(store)
    case .forward, .back: break
    }
  }
}

/// A screen's view, which observes its part of the state while shown and redraws changes.
final class ShopScreenView: Sendable {
  private struct Drawn {
    var gallery: ShopGallery?
    var updates: [String] = []
  }

  private let drawn = Locked(Drawn())

  /// The redraws, in order.
  var updates: [String] { drawn.withLock { $0.updates } }

  /// Starts observing the gallery; a second call replaces the first.
  func appear(_ store: Store<any ShopAction, ShopState>) {
    store.subscribe(self, to: \.gallery) { view, gallery in view.show(gallery) }
  }

  /// Stops observing.
  func disappear(_ store: Store<any ShopAction, ShopState>) { store.unsubscribe(self) }

  /// Redraws the changed parts of the gallery.
  private func show(_ gallery: ShopGallery) {
    drawn.withLock { drawn in
      if drawn.gallery?.openPhoto != gallery.openPhoto {
        drawn.updates.append("photo \(gallery.openPhoto.map(String.init) ?? "none")")
      }
      if drawn.gallery?.isPlayingVideo != gallery.isPlayingVideo {
        drawn.updates.append(gallery.isPlayingVideo ? "film on" : "film off")
      }
      drawn.gallery = gallery
    }
  }
}
