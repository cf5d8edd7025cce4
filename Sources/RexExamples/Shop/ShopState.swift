/// The shop's state, with a part for each screen.
public struct ShopState: Codable, Sendable, Equatable {
  /// The navigation to the current screen.
  public var navigation: ShopNavigation
  /// The product page.
  public var product: ShopProductPage
  /// The onboarding of a new customer.
  public var onboarding: ShopOnboarding
  /// The purchase history.
  public var history: ShopHistory
  /// The photos of the product.
  public var gallery: ShopGallery
}

/// A screen of the shop.
public enum ShopScreen: String, Codable, Sendable, CaseIterable {
  /// The onboarding of a new customer.
  case onboarding
  /// The purchase history, the first screen of a tab.
  case history
  /// The customer's account, the first screen of a tab.
  case account
  /// The product page.
  case product
  /// The product's photos.
  case gallery
  /// The product's video.
  case video
}

/// The navigation, as a tree of transitions: a branch for each tab, and one for a modal over them.
///
///     onboarding ─┬─▶ history ─▶ product ─▶ gallery    the selected tab: `transitions`
///                 └─▶ account                          another tab: in `otherTabs`
///                               product ─▶ video       over the tabs: `modal`
public struct ShopNavigation: Codable, Sendable, Equatable {
  /// A transition from one screen to another.
  public struct Transition: Codable, Sendable, Equatable {
    /// The previous screen.
    public var from: ShopScreen
    /// The next screen.
    public var to: ShopScreen
  }

  /// A transition that was made or undone.
  public struct Move: Codable, Sendable, Equatable {
    /// The transition.
    public var transition: Transition
    /// Whether the transition was made or undone.
    public var direction: Direction

    /// The direction of a navigation.
    public enum Direction: String, Codable, Sendable {
      /// To the next screen.
      case forward
      /// Back to the previous screen.
      case back
    }
  }

  /// A tab that is not selected.
  public struct Tab: Codable, Sendable, Equatable {
    /// The tab's first screen.
    public var screen: ShopScreen
    /// The transitions to the tab's last screen.
    public var transitions: [Transition]
  }

  /// The transitions to the last screen of the selected tab.
  public var transitions: [Transition] = []
  /// The tabs that were left; nil before one was.
  public var otherTabs: [Tab]?
  /// The transitions to the last screen of the modal; nil if there is none.
  public var modal: [Transition]?
  /// The last move; coordinators act when it changes.
  public var lastTransition: Move?

  /// The first screen of the selected tab; before a tab is opened, the onboarding.
  public var tab: ShopScreen { transitions.first?.to ?? .onboarding }
  /// The screen that is shown.
  public var screen: ShopScreen { (modal ?? transitions).last?.to ?? .onboarding }
  /// The screens of all tabs and of the modal.
  public var openScreens: [ShopScreen] {
    (transitions + (otherTabs ?? []).flatMap(\.transitions) + (modal ?? [])).map(\.to)
  }
}

/// A product.
public struct ShopProduct: Codable, Sendable, Equatable, Identifiable {
  /// The product's number.
  public var id: Int
  /// The product's name.
  public var name: String
  /// The price in the smallest unit of the currency.
  public var price: Int
  /// The addresses of the photos; the first is the main one.
  public var photos: [String]
}

/// The page of a product.
public enum ShopProductPage: Codable, Sendable, Equatable {
  /// No product was chosen.
  case empty
  /// The product is being fetched.
  case loading(id: Int)
  /// The product is shown.
  case shown(ShopProduct)
  /// The product could not be fetched.
  case failed(reason: String)
}

/// The onboarding of a new customer.
public struct ShopOnboarding: Codable, Sendable, Equatable {
  /// The index of the current page.
  public var page = 0
  /// Whether the customer has seen all pages.
  public var isDone = false
}

/// The purchase history.
public struct ShopHistory: Codable, Sendable, Equatable {
  /// A purchase.
  public struct Entry: Codable, Sendable, Equatable {
    /// The product's number.
    public var product: Int
    /// The quantity.
    public var count: Int
  }

  /// The purchases, newest first.
  public var entries: [Entry] = []
  /// Whether the list is being fetched.
  public var isLoading = false
  /// Whether the last fetch failed.
  public var hasFailed = false
}

/// The photos of a product, and its video.
public struct ShopGallery: Codable, Sendable, Equatable {
  /// The photo that is shown large; nil if the gallery is closed.
  public var openPhoto: Int?
  /// Whether the video is playing.
  public var isPlayingVideo = false
}
