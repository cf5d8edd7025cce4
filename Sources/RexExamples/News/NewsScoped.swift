public import RexStore

/// The app with a store for each module; the news module's store is scoped from the app's.
///
/// The module observes the user in the parent's state, and publishes its steps. Its effect runs in
/// its own store. A recording of the module alone can be replayed alone.
public struct NewsScopedSession: Sendable {
  /// The app's store.
  public let app: Store<NewsAppEvent, NewsAppState>
  /// The module's store.
  public let module: Store<NewsEvent, NewsState>
  /// The module's steps, published to the app.
  public var steps: EventStream<NewsStep> { module.stream(of: \.step) }

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

  /// Runs the session until the module has reduced the planned number of events.
  public func run() {
    let reader = NewsReader(random: SeededRandom(seed: plan.seed))
    app.follow(reader.users.stream.map(NewsAppEvent.newUserWasLoaded))
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
