/// The whole shop: one state, with a part for each screen.
public struct ShopState: Codable, Sendable, Equatable {
  /// Which screens led here.
  public var navigation: ShopNavigation
  /// The product that is looked at.
  public var product: ShopProductPage
  /// The first steps of a new customer.
  public var onboarding: ShopOnboarding
  /// What was bought before.
  public var history: ShopHistory
  /// The photos of the product.
  public var gallery: ShopGallery
}

/// A screen of the shop.
public enum ShopScreen: String, Codable, Sendable, CaseIterable {
  /// The first steps.
  case onboarding
  /// What was bought before.
  case history
  /// A product.
  case product
  /// Its photos.
  case gallery
  /// Its film.
  case video
}

/// The way through the screens, as a graph of transitions.
public struct ShopNavigation: Codable, Sendable, Equatable {
  /// A step from one screen to another.
  public struct Transition: Codable, Sendable, Equatable {
    /// Where from.
    public var from: ShopScreen
    /// Where to.
    public var to: ShopScreen
  }

  /// A transition and whether it was made or taken back.
  public struct Move: Codable, Sendable, Equatable {
    /// The transition.
    public var transition: Transition
    /// Which way it was gone.
    public var direction: Direction

    /// A way to go.
    public enum Direction: String, Codable, Sendable {
      /// Deeper into the shop.
      case forward
      /// Back to where one came from.
      case back
    }
  }

  /// The transitions that led from the first screen to this one.
  public var transitions: [Transition] = []
  /// What happened last; coordinators act on it when it is not what they know.
  public var lastTransition: Move?

  /// The screen that is shown.
  public var screen: ShopScreen { transitions.last?.to ?? .onboarding }
}

/// Something to buy.
public struct ShopProduct: Codable, Sendable, Equatable, Identifiable {
  /// Its number.
  public var id: Int
  /// Its name.
  public var name: String
  /// Its price in the smallest unit of the currency.
  public var price: Int
  /// Its photos' addresses; the first is the main one.
  public var photos: [String]
}

/// The page of a product.
public enum ShopProductPage: Codable, Sendable, Equatable {
  /// No product was chosen.
  case empty
  /// It is being fetched.
  case loading(id: Int)
  /// Here it is.
  case shown(ShopProduct)
  /// It could not be fetched.
  case failed(reason: String)
}

/// The first steps of a new customer.
public struct ShopOnboarding: Codable, Sendable, Equatable {
  /// The page that is shown, from 0.
  public var page = 0
  /// Whether all pages were seen.
  public var isDone = false
}

/// What was bought before.
public struct ShopHistory: Codable, Sendable, Equatable {
  /// A purchase.
  public struct Entry: Codable, Sendable, Equatable {
    /// The product's number.
    public var product: Int
    /// How many of it.
    public var count: Int
  }

  /// The purchases, newest first.
  public var entries: [Entry] = []
  /// Whether the list is being fetched.
  public var isLoading = false
  /// Whether the last fetch failed.
  public var hasFailed = false
}

/// The photos of a product, and its film.
public struct ShopGallery: Codable, Sendable, Equatable {
  /// The photo that is shown large; nil when the gallery is closed.
  public var openPhoto: Int?
  /// Whether the film is playing.
  public var isPlayingVideo = false
}
