public import RexActions

/// What may be dispatched in the shop: structs and enums of the features.
public protocol ShopAction: Sendable {}

/// The way through the screens.
public enum Navigate: ShopAction, Codable {
  /// A screen was opened from another.
  case addTransition(from: ShopScreen, to: ShopScreen)
  /// The last opened screen was left.
  case removeLastTransition
}

/// A product's way to its page.
public enum ProductFetch: ShopAction, Codable {
  /// A product was chosen.
  case started(id: Int)
  /// It has come.
  case completed(ShopProduct)
  /// It has not.
  case failed(reason: String)
}

/// The history is wanted.
public struct HistoryFetch: ShopAction, Codable {}

/// What came of it.
public enum HistoryFetchResult: ShopAction, Codable {
  /// The purchases, newest first.
  case success([ShopHistory.Entry])
  /// They could not be fetched.
  case failure
}

/// The first steps.
public struct OnboardingContinue: ShopAction, Codable {}

/// The photos of a product; to open one leads to the gallery, too.
public enum PhotoGallery: ShopAction, Codable {
  /// A photo was touched, on the product's page or in the gallery.
  case open(photo: Int)
  /// The way back to the main photo was touched.
  case openMainPhoto
  /// The gallery was closed.
  case close
}

/// The film was started.
public struct VideoPlayerOpen: ShopAction, Codable {}

/// The film was closed.
public struct VideoPlayerClose: ShopAction, Codable {}

/// The app starts: what the first state is made with, by `Store(initialAction:reducer:)`.
public struct ShopStart: ShopAction, Codable {}

/// The actions by name.
public enum ShopActions {
  /// All of them.
  public static let registry: ActionRegistry<any ShopAction> = [
    Navigate.self, ProductFetch.self, HistoryFetch.self, HistoryFetchResult.self,
    OnboardingContinue.self, PhotoGallery.self, VideoPlayerOpen.self, VideoPlayerClose.self,
  ]
}
