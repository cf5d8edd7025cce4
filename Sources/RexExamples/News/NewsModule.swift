public import RexStore

/// A reader of news.
public struct NewsUser: Codable, Sendable, Equatable {
  /// The name.
  public var name: String
  /// The user's topics of interest.
  public var topics: [String]

  /// An anonymous user.
  public static let guest = NewsUser(name: "guest", topics: ["world"])
}

/// The news module's state: the user, and the loading step.
public struct NewsState: Codable, Sendable, Equatable {
  /// The user.
  public var currentUser: NewsUser
  /// The loading step.
  public var step: NewsStep = .initial

  /// Creates the module's initial state for a user.
  public init(currentUser: NewsUser) { self.currentUser = currentUser }
}

/// The steps of loading news.
public enum NewsStep: Codable, Sendable, Equatable {
  /// Nothing was requested yet.
  case initial
  /// The news is being loaded.
  case loading
  /// The news is loaded.
  case loaded([NewsArticle])
}

/// A news article.
public struct NewsArticle: Codable, Sendable, Equatable, Identifiable {
  /// The article's number.
  public var id: Int
  /// The article's headline.
  public var headline: String
  /// Whether the user has read it.
  public var isRead: Bool
}

/// The events of any module: one of them carries a state that was changed from outside.
public protocol ModuleEvent: Sendable {
  /// The module's state.
  associatedtype ModuleState
  /// The event that replaces the state.
  static func updateFromOutside(_ state: ModuleState) -> Self
}

/// The module's events.
public enum NewsEvent: ModuleEvent, Codable, Equatable {
  /// Loads the news.
  case load
  /// The news was loaded.
  case dataLoaded([NewsArticle])
  /// An article was read.
  case read(id: Int)
  /// The state was changed from outside the module.
  case updateFromOutside(NewsState)
}

/// The module's reducer, used alone or as part of an app.
public let newsReducer = Reducer<NewsEvent, NewsState> { event, state in
  switch event {
  case .load: state.step = .loading
  case .dataLoaded(let articles):
    if state.step == .loading { state.step = .loaded(articles) }
  case .read(let id):
    guard case .loaded(var articles) = state.step else { break }
    for index in articles.indices where articles[index].id == id { articles[index].isRead = true }
    state.step = .loaded(articles)
  case .updateFromOutside(let outside): state = outside
  }
}

/// Returns the module's effect, which loads articles whenever the step becomes `loading`.
func newsLoading(from desk: NewsDesk) -> Feedback<NewsEvent, NewsState> {
  Feedback(
    to: { $0.step == .loading ? $0.currentUser : nil },
    effect: { user, dispatch in desk.write(for: user) { dispatch(.dataLoaded($0)) } })
}

/// Generates articles on a user's topics, after a delay in virtual time.
struct NewsDesk: Sendable {
  let random: SeededRandom
  let time: VirtualTime

  /// Delivers articles after a delay, unless the subscription is cancelled first.
  func write(
    for user: NewsUser, _ completion: @escaping @Sendable ([NewsArticle]) -> Void
  ) -> Subscription {
    let order = EventEmitter<[NewsArticle]>()
    let delivery = order.stream.subscribe(completion)
    let count = random.number(in: 1...4)
    time.schedule(afterMs: random.number(in: 50...800)) {
      order.send(
        (0..<count).map { _ in
          NewsArticle(
            id: random.number(in: 1...500),
            headline: "\(random.pick(user.topics)): \(random.pick(NewsDesk.headlines))",
            isRead: false)
        })
    }
    return delivery
  }

  private static let headlines = [
    "All trains on time 🚆", "Rain, then sun", "新しい橋が開通", "Fußball am Sonntag abgesagt",
    "Ο καιρός βελτιώνεται", "\"Nothing happened\", says \\ source",
  ]
}
