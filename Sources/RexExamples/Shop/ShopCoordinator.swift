import RexLocking
public import RexStore

/// Shows a screen when a transition leads to it, and takes it away when that is taken back.
public final class ShopCoordinator: ShopTransitionObserver {
  /// The screen it cares for.
  public let screen: ShopScreen
  /// Whether its screen is on the stack of screens.
  public var isShowing: Bool { shown.withLock { $0 != nil } }

  private let store: Store<any ShopAction, ShopState>
  private let shown = Locked<ShopScreenView?>(nil)

  /// A coordinator of a screen whose view is made when it is needed.
  public init(of screen: ShopScreen, in store: Store<any ShopAction, ShopState>) {
    (self.screen, self.store) = (screen, store)
  }

  /// Shows or takes away the screen, by the direction of the transition that ends there.
  public func handle(_ move: ShopNavigation.Move) {
    guard move.transition.to == screen else { return }
    switch move.direction {
    case .forward:
      let view = ShopScreenView()
      shown.withLock { $0 = view }
      view.appear(store)
    case .back:
      shown.withLock { $0.take() }?.disappear(store)
    }
  }
}

/// A screen's view: hears of its part of the state while it is shown, and redraws what changed.
final class ShopScreenView: Sendable {
  private struct Drawn {
    var gallery: ShopGallery?
    var updates: [String] = []
  }

  private let drawn = Locked(Drawn())

  /// What was redrawn, first to last.
  var updates: [String] { drawn.withLock { $0.updates } }

  /// Begins to hear of the gallery; a second time replaces the first.
  func appear(_ store: Store<any ShopAction, ShopState>) {
    store.subscribe(self, to: \.gallery) { view, gallery in view.show(gallery) }
  }

  /// Hears nothing more.
  func disappear(_ store: Store<any ShopAction, ShopState>) { store.unsubscribe(self) }

  /// Compares the gallery with what is drawn, and redraws the difference.
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
