public import RexStore

/// The shop as an app, and what a customer does in it.
public struct ShopSession: Sendable {
  /// The app's store.
  public let store: Store<any ShopAction, ShopState>
  /// What shows the screens.
  public let coordinator = ShopCoordinator()

  private let plan: SessionPlan
  private let limit: SessionLimit

  /// The app with a middleware that records it.
  public init(_ plan: SessionPlan, recording: Middleware<any ShopAction, ShopState>) {
    self.plan = plan
    limit = SessionLimit(plan)
    store = Store(
      initialState: shopReducer(OnboardingStart(), nil),
      reducer: ShopSession.reducer, middleware: limit.middleware(), recording,
      shopServices(seed: plan.seed &+ 1, time: plan.time))
    coordinator.follow(store)
  }

  /// Plays the whole session.
  public func run() {
    let customer = Chances(seed: plan.seed)
    while !limit.isReached {
      plan.time.advance(byMs: customer.number(in: 30...500))
      for action in actions(of: customer) { store.dispatch(action) }
    }
  }

  /// The shop's reducer for a state that was made.
  fileprivate static let reducer = Reducer<any ShopAction, ShopState>(
    returning: { state, action in shopReducer(action, state) })

  /// What a customer does on the screen that is shown.
  private func actions(of customer: Chances) -> [any ShopAction] {
    let state = store.state
    let screen = state.navigation.screen
    if screen != .onboarding, customer.isOnce(in: 5) { return leave(screen) }
    switch screen {
    case .onboarding:
      return state.onboarding.isDone ? [go(from: screen, to: .history)] : [OnboardingContinue()]
    case .history where customer.isOnce(in: 2): return [HistoryFetch()]
    case .history:
      return [
        ProductFetch.started(id: customer.number(in: 1...40)), go(from: screen, to: .product),
      ]
    case .product: return look(customer, at: state.product)
    case .gallery: return [PhotoGallery.open(photo: customer.number(in: 0...4))]
    case .video: return leave(screen)
    }
  }

  private func look(_ customer: Chances, at page: ShopProductPage) -> [any ShopAction] {
    guard case .shown = page else { return customer.isOnce(in: 3) ? leave(.product) : [] }
    return customer.isOnce(in: 2)
      ? [PhotoGallery.openMainPhoto, go(from: .product, to: .gallery)]
      : [VideoPlayerOpen(), go(from: .product, to: .video)]
  }

  private func go(from: ShopScreen, to: ShopScreen) -> any ShopAction {
    Navigate.addTransition(from: from, to: to)
  }

  private func leave(_ screen: ShopScreen) -> [any ShopAction] {
    let back = Navigate.removeLastTransition
    switch screen {
    case .gallery: return [PhotoGallery.close, back]
    case .video: return [VideoPlayerClose(), back]
    default: return [back]
    }
  }
}

/// What the first state is made with; no part knows it, and it is never dispatched.
private struct OnboardingStart: ShopAction {}

extension ExampleApp {
  /// One state with a part for each screen.
  public static let shop = ExampleApp(
    name: "shop", appName: "Shop",
    summary: "a shop: navigation as state, weak subscribers that select a part",
    actions: ShopActions.registry, reducer: ShopSession.reducer
  ) { plan, recording in
    ShopSession(plan, recording: recording).run()
  }
}
