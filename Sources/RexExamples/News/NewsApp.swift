public import RexStore

/// The state of the app around the news module, whose state is created when it is first needed.
public struct NewsAppState: Codable, Sendable, Equatable {
  /// The current user.
  public var user = NewsUser.guest
  /// The module's state; nil before it is opened.
  public var newsState: NewsState?
  /// The scene that is shown.
  public var shownScene: NewsScene?

  /// Creates the app's initial state.
  public init() {}

  /// The module's state; if it is not opened yet, its initial state for the current user.
  public var newsStateIfOpened: NewsState { newsState ?? NewsState(currentUser: user) }
}

/// The scenes of the app's window.
public enum NewsScene: String, Codable, Sendable {
  /// The start, before the module is opened.
  case welcome
  /// The module, before articles are loaded.
  case waiting
  /// The articles.
  case articles
}

extension NewsAppState {
  /// The scene to open; nil if it is already shown.
  public var sceneForOpen: NewsScene? {
    let scene: NewsScene =
      switch newsState?.step {
      case nil: .welcome
      case .initial, .loading: .waiting
      case .loaded: .articles
      }
    return scene == shownScene ? nil : scene
  }
}

/// The app's events.
public enum NewsAppEvent: Codable, Sendable, Equatable {
  /// The user changed.
  case newUserWasLoaded(NewsUser)
  /// Something happened in the news module.
  case newsEvents(NewsEvent)
  /// A scene was opened.
  case sceneWasShown(NewsScene)

  /// The module's event, if it is one.
  public var newsEvents: NewsEvent? {
    if case .newsEvents(let event) = self { event } else { nil }
  }
}

/// Combines the reducers for the user, the module's creation, the scenes and the module.
public let newsAppReducer = Reducer<NewsAppEvent, NewsAppState>.compose {
  Reducer { event, state in
    guard case .newUserWasLoaded(let user) = event else { return }
    state.user = user
    state.newsState?.currentUser = user
  }
  Reducer { event, state in
    if event.newsEvents != nil { state.newsState = state.newsStateIfOpened }
  }
  Reducer { event, state in
    if case .sceneWasShown(let scene) = event { state.shownScene = scene }
  }
  newsReducer.lift(action: { $0.newsEvents }, optionalState: \.newsState)
}

/// A simulated reader, as two streams: users, and events in the module.
struct NewsReader {
  let users = EventEmitter<NewsUser>()
  let events = EventEmitter<NewsEvent>()
  let random: SeededRandom

  func act(on step: NewsStep) {
    switch (random.number(in: 0...9), step) {
    case (0, _):
      users.send(
        NewsUser(
          name: random.pick(["Ada", "Jürgen", "さくら", "Ольга"]),
          topics: [random.pick(["world", "sport"]), random.pick(["science 🔬", "музыка"])]))
    case (1...6, .loaded(let articles)) where !articles.isEmpty:
      events.send(.read(id: random.pick(articles).id))
    case (_, .loading): break
    default: events.send(.load)
    }
  }
}

/// The app with one store: the modules' reducers are combined.
struct NewsSession {
  let plan: SessionPlan
  let recording: Middleware<NewsAppEvent, NewsAppState>

  func run() {
    let limit = SessionLimit(plan)
    let reader = NewsReader(random: SeededRandom(seed: plan.seed))
    let desk = NewsDesk(random: SeededRandom(seed: plan.seed &+ 1), time: plan.time)
    let store = Store(
      initialState: NewsAppState(), reducer: newsAppReducer,
      middlewares: [limit.middleware(), recording],
      feedbacks: [
        Feedback(
          to: { $0.newsState?.step == .loading ? $0.user : nil },
          effect: { user, dispatch in
            desk.write(for: user) { dispatch(.newsEvents(.dataLoaded($0))) }
          })
      ])
    store.follow(
      .merge([
        reader.users.stream.map(NewsAppEvent.newUserWasLoaded),
        reader.events.stream.map(NewsAppEvent.newsEvents),
      ]))
    let scenes = store.observe(\.sceneForOpen) { [weak store] scene in
      if let scene { store?.dispatch(.sceneWasShown(scene)) }
    }
    while !limit.isReached {
      plan.time.advance(byMs: reader.random.number(in: 20...300))
      reader.act(on: store.state.newsState?.step ?? .initial)
    }
    withExtendedLifetime(scenes) {}
  }
}

extension ExampleApp {
  /// Modules combined into one reducer.
  public static let news = ExampleApp(
    name: "news", appName: "News",
    summary: "news for a user: modules combined into one reducer, one of them not always there",
    reducer: newsAppReducer
  ) { plan, recording in
    NewsSession(plan: plan, recording: recording).run()
  }
}
