public import RexActions

/// An action of the shop, implemented by structs and enums of its features.
public protocol ShopAction: Sendable {}

/// A navigation between screens.
public enum Navigate: ShopAction, Codable {
  /// A screen was opened from another.
  case addTransition(from: ShopScreen, to: ShopScreen)
  /// The last opened screen was closed.
  case removeLastTransition
  /// A tab was selected, by its first screen.
  case selectTab(ShopScreen)
  /// A screen was presented over the tabs.
  case presentModal(from: ShopScreen, to: ShopScreen)
  /// The modal was closed, with all screens in it.
  case dismissModal
}

/// A request for a product's page.
public enum ProductFetch: ShopAction, Codable {
  /// A product was chosen.
  case started(id: Int)
  /// The product was fetched.
  case completed(ShopProduct)
  /// The product could not be fetched.
  case failed(reason: String)
}

/// The purchase history was requested.
public struct HistoryFetch: ShopAction, Codable {}

/// The result of a request for the purchase history.
public enum HistoryFetchResult: ShopAction, Codable {
  /// The purchases, newest first.
  case success([ShopHistory.Entry])
  /// The history could not be fetched.
  case failure
}

/// The customer continued to the next onboarding page.
public struct OnboardingContinue: ShopAction, Codable {}

/// An action of the photo gallery; opening a photo also opens the gallery.
public enum PhotoGallery: ShopAction, Codable {
  /// A photo was tapped, on the product's page or in the gallery.
  case open(photo: Int)
  /// The button back to the main photo was tapped.
  case openMainPhoto
  /// The gallery was closed.
  case close
}

/// The video was started.
public struct VideoPlayerOpen: ShopAction, Codable {}

/// The video was closed.
public struct VideoPlayerClose: ShopAction, Codable {}

/// The first action, from which `Store(initialAction:reducer:)` makes the initial state.
public struct ShopStart: ShopAction, Codable {}

/// The registry of the shop's actions.
public enum ShopActions {
  /// The actions with their names.
  public static let registry: ActionRegistry<any ShopAction> = [
    Navigate.self, ProductFetch.self, HistoryFetch.self, HistoryFetchResult.self,
    OnboardingContinue.self, PhotoGallery.self, VideoPlayerOpen.self, VideoPlayerClose.self,
  ]
}
