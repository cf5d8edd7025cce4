public import RexStore

/// The shop app with a simulated customer.
public struct ShopSession: Sendable {
  /// The app's store.
  public let store: Store<any ShopAction, ShopState>
  /// Notifies the coordinators of transitions.
  public let navigator = ShopNavigator()
  /// A coordinator for each screen.
  public let coordinators: [ShopCoordinator]

  private let plan: SessionPlan
  private let limit: SessionLimit

  /// Creates the app with a middleware that records it.
  public init(_ plan: SessionPlan, recording: Middleware<any ShopAction, ShopState>) {
    self.plan = plan
    limit = SessionLimit(plan)
    store = Store(
      initialAction: ShopStart(), reducer: shopReducer,
      middlewares: [
        limit.middleware(), recording,
        shopServices(seed: plan.seed &+ 1, time: plan.time),
      ])
    let store = store
    coordinators = ShopScreen.allCases.map { ShopCoordinator(of: $0, in: store) }
    for coordinator in coordinators { navigator.add(coordinator) }
    navigator.follow(store)
  }

  /// Runs the whole session; calls a closure with each pause of the customer in milliseconds.
  public func run(pausing: (Int) -> Void = { _ in }) {
    let customer = SeededRandom(seed: plan.seed)
    while !limit.isReached {
      let pauseMs = customer.number(in: 30...500)
      plan.time.advance(byMs: pauseMs)
      pausing(pauseMs)
      for action in actions(of: customer) { store.dispatch(action) }
    }
  }

  /// Returns the customer's next actions on the current screen.
  private func actions(of customer: SeededRandom) -> [any ShopAction] {
    let state = store.state
    let screen = state.navigation.screen
    if ![.onboarding, .account].contains(screen), customer.isOne(in: 5) { return leave(screen) }
    switch screen {
    case .onboarding:
      return state.onboarding.isDone ? [go(from: screen, to: .history)] : [OnboardingContinue()]
    case .history where customer.isOne(in: 2): return [HistoryFetch()]
    case .history where customer.isOne(in: 4): return [Navigate.selectTab(.account)]
    case .account: return [Navigate.selectTab(.history)]
    case .history:
      return [
        ProductFetch.started(id: customer.number(in: 1...40)), go(from: screen, to: .product),
      ]
    case .product: return look(customer, at: state.product)
    case .gallery where customer.isOne(in: 4): return [PhotoGallery.openMainPhoto]
    case .gallery: return [PhotoGallery.open(photo: customer.number(in: 0...4))]
    case .video: return leave(screen)
    }
  }

  private func look(_ customer: SeededRandom, at page: ShopProductPage) -> [any ShopAction] {
    guard case .shown = page else { return customer.isOne(in: 3) ? leave(.product) : [] }
    return customer.isOne(in: 2)
      ? [PhotoGallery.open(photo: customer.number(in: 0...4))]
      : [VideoPlayerOpen(), Navigate.presentModal(from: .product, to: .video)]
  }

  private func go(from: ShopScreen, to: ShopScreen) -> any ShopAction {
    Navigate.addTransition(from: from, to: to)
  }

  private func leave(_ screen: ShopScreen) -> [any ShopAction] {
    let back = Navigate.removeLastTransition
    switch screen {
    case .gallery: return [PhotoGallery.close, back]
    case .video: return [VideoPlayerClose(), Navigate.dismissModal]
    default: return [back]
    }
  }
}

extension ExampleApp {
  /// One state with a part for each screen.
  public static let shop = ExampleApp(
    name: "shop", appName: "Shop",
    summary: "a shop: navigation as state, weak subscribers that select a part",
    actions: ShopActions.registry, reducer: Reducer(returning: shopReducer)
  ) { plan, recording in
    ShopSession(plan, recording: recording).run()
  }
}
