/// Reduces the shop's state with a reducer for each part; makes the initial state if it is nil.
public func shopReducer(_ action: any ShopAction, _ state: ShopState?) -> ShopState {
  ShopState(
    navigation: navigationReducer(action, state?.navigation),
    product: productReducer(action, state?.product),
    onboarding: onboardingReducer(action, state?.onboarding),
    history: historyReducer(action, state?.history),
    gallery: galleryReducer(action, state?.gallery))
}

/// Like `shopReducer`, but closes the photo when the gallery is left.
func shopReducerClosingPhotos(_ action: any ShopAction, _ state: ShopState?) -> ShopState {
  var state = shopReducer(action, state)
  if !state.navigation.openScreens.contains(.gallery) { state.gallery.openPhoto = nil }
  return state
}

func navigationReducer(_ action: any ShopAction, _ state: ShopNavigation?) -> ShopNavigation {
  var state = state ?? ShopNavigation()
  switch action {
  case Navigate.addTransition(let from, let to): state.add(from: from, to: to)
  case PhotoGallery.open where state.screen != .gallery:
    state.add(from: state.screen, to: .gallery)
  case Navigate.removeLastTransition: state.removeLast()
  case Navigate.selectTab(let screen): state.select(screen)
  case Navigate.presentModal(let from, let to) where state.modal == nil:
    state.modal = []
    state.add(from: from, to: to)
  case Navigate.dismissModal:
    guard let transition = state.modal?.first else { break }
    state.modal = nil
    state.lastTransition = .init(transition: transition, direction: .back)
  default: break
  }
  return state
}

extension ShopNavigation {
  /// Opens a screen in the modal, or else in the selected tab.
  fileprivate mutating func add(from: ShopScreen, to: ShopScreen) {
    let transition = Transition(from: from, to: to)
    if modal != nil { modal?.append(transition) } else { transitions.append(transition) }
    lastTransition = Move(transition: transition, direction: .forward)
  }

  /// Closes the last screen of the modal, or else of the selected tab.
  fileprivate mutating func removeLast() {
    guard let transition = modal != nil ? modal?.popLast() : transitions.popLast() else { return }
    if modal?.isEmpty == true { modal = nil }
    lastTransition = Move(transition: transition, direction: .back)
  }

  /// Shows another tab as it was left; if it was never open, its first screen.
  fileprivate mutating func select(_ first: ShopScreen) {
    guard first != tab, !transitions.isEmpty, modal == nil else { return }
    let from = screen
    let others = otherTabs ?? []
    otherTabs = others.filter { $0.screen != first } + [Tab(screen: tab, transitions: transitions)]
    transitions =
      others.first { $0.screen == first }?.transitions
      ?? [Transition(from: .onboarding, to: first)]
    lastTransition = Move(transition: Transition(from: from, to: screen), direction: .forward)
  }
}

func productReducer(_ action: any ShopAction, _ state: ShopProductPage?) -> ShopProductPage {
  switch action {
  case ProductFetch.started(let id): .loading(id: id)
  case ProductFetch.completed(let product): .shown(product)
  case ProductFetch.failed(let reason): .failed(reason: reason)
  default: state ?? .empty
  }
}

func onboardingReducer(_ action: any ShopAction, _ state: ShopOnboarding?) -> ShopOnboarding {
  var state = state ?? ShopOnboarding()
  guard action is OnboardingContinue, !state.isDone else { return state }
  state.page += 1
  state.isDone = state.page == 3
  return state
}

func historyReducer(_ action: any ShopAction, _ state: ShopHistory?) -> ShopHistory {
  var state = state ?? ShopHistory()
  switch action {
  case is HistoryFetch: state.isLoading = true
  case HistoryFetchResult.success(let entries): state = ShopHistory(entries: entries)
  case HistoryFetchResult.failure: (state.isLoading, state.hasFailed) = (false, true)
  default: break
  }
  return state
}

func galleryReducer(_ action: any ShopAction, _ state: ShopGallery?) -> ShopGallery {
  var state = state ?? ShopGallery()
  switch action {
  case PhotoGallery.open(let photo): state.openPhoto = photo
  case PhotoGallery.openMainPhoto: state.openPhoto = 0
  case PhotoGallery.close: state.openPhoto = nil
  case is VideoPlayerOpen: state.isPlayingVideo = true
  case is VideoPlayerClose: state.isPlayingVideo = false
  default: break
  }
  return state
}
