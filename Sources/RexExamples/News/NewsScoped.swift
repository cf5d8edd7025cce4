public import RexStore

/// What the app sends to the news module.
public enum NewsInputEvent: Sendable, Equatable {
  /// The user changed.
  case userChanged(NewsUser)
}

/// What the news module tells those who opened it.
public enum NewsOutputEvent: Sendable, Equatable {
  /// The loading step changed.
  case stepChanged(NewsStep)
}

/// The app with a store for each module; the news module's store is scoped from the app's.
///
/// Users come in as input events, and steps go out as output events. The module's effect runs in
/// its own store. A recording of the module alone can be replayed alone.
public struct NewsScopedSession: Sendable {
  /// The app's store.
  public let app: Store<NewsAppEvent, NewsAppState>
  /// The module's store.
  public let module: Store<NewsEvent, NewsState>
  /// The module's output events.
  public var output: EventStream<NewsOutputEvent> {
    module.stream(of: \.step).map(NewsOutputEvent.stepChanged)
  }

  private let plan: SessionPlan
  private let limit: SessionLimit

  /// Creates the session with a middleware that records the module's store, and one for the app's.
  public init(
    _ plan: SessionPlan, recording: Middleware<NewsEvent, NewsState>,
    recordingApp: Middleware<NewsAppEvent, NewsAppState> = .identity
  ) {
    self.plan = plan
    limit = SessionLimit(plan)
    let desk = NewsDesk(random: SeededRandom(seed: plan.seed &+ 1), time: plan.time)
    app = Store(
      initialState: NewsAppState(), reducer: newsAppReducer, middlewares: [recordingApp])
    module = app.scope(
      state: \.newsStateIfOpened, action: NewsAppEvent.newsEvents,
      update: NewsEvent.updateFromOutside, reducer: newsReducer,
      middlewares: [limit.middleware(), recording],
      feedbacks: [newsLoading(from: desk)])
  }

  /// Follows the module's input events; a user reaches the module through the app's state.
  func follow(_ input: EventStream<NewsInputEvent>) {
    app.follow(
      input.map { event in
        switch event {
        case .userChanged(let user): .newUserWasLoaded(user)
        }
      })
  }

  /// Runs the session until the module has reduced the planned number of events.
  public func run() {
    let reader = NewsReader(random: SeededRandom(seed: plan.seed))
    follow(reader.users.stream.map(NewsInputEvent.userChanged))
    module.follow(reader.events.stream)
    while !limit.isReached {
      plan.time.advance(byMs: reader.random.number(in: 20...300))
      reader.act(on: module.state.step)
    }
  }
}

extension ExampleApp {
  /// A module with its own store, recorded alone.
  public static let newsScoped = ExampleApp(
    name: "news-scoped", appName: "NewsModule",
    summary: "the news module in a store of its own, scoped from the app's and recorded alone",
    reducer: newsReducer
  ) { plan, recording in
    NewsScopedSession(plan, recording: recording).run()
  }
}
