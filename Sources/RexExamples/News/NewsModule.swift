public import RexStore

/// Someone who reads news.
public struct NewsUser: Codable, Sendable, Equatable {
  /// The name.
  public var name: String
  /// What interests the user.
  public var topics: [String]

  /// Nobody in particular.
  public static let guest = NewsUser(name: "guest", topics: ["world"])
}

/// The news module: what it needs of the user, and how far it has come.
public struct NewsState: Codable, Sendable, Equatable {
  /// Whose news they are.
  public var currentUser: NewsUser
  /// How far it has come.
  public var step: NewsStep = .initial

  /// The module when it is opened for a user.
  public init(currentUser: NewsUser) { self.currentUser = currentUser }
}

/// How far the news have come.
public enum NewsStep: Codable, Sendable, Equatable {
  /// Nobody has asked for news.
  case initial
  /// They were asked for.
  case loading
  /// Here they are.
  case loaded([NewsArticle])
}

/// A piece of news.
public struct NewsArticle: Codable, Sendable, Equatable, Identifiable {
  /// Its number.
  public var id: Int
  /// Its headline.
  public var headline: String
  /// Whether the user has read it.
  public var isRead: Bool
}

/// What happens in the news module.
public enum NewsEvent: Codable, Sendable, Equatable {
  /// News are wanted.
  case load
  /// They have come.
  case dataLoaded([NewsArticle])
  /// An article was read.
  case read(id: Int)
  /// The state was changed from outside the module.
  case updateFromOutside(NewsState)
}

/// How the news module changes, alone or as part of an app.
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

/// The module's own effect: loads articles whenever the step becomes `loading`.
func newsLoading(from desk: NewsDesk) -> Feedback<NewsEvent, NewsState> {
  Feedback(
    to: { $0.step == .loading ? $0.currentUser : nil },
    effect: { user, dispatch in desk.write(for: user) { dispatch(.dataLoaded($0)) } })
}

/// Writes articles on a user's topics, after a while in a session's time.
struct NewsDesk: Sendable {
  let chances: Chances
  let time: VirtualTime

  /// Hands over articles later, unless the subscription is cancelled first.
  func write(
    for user: NewsUser, _ completion: @escaping @Sendable ([NewsArticle]) -> Void
  ) -> Subscription {
    let order = EventEmitter<[NewsArticle]>()
    let delivery = order.stream.subscribe(completion)
    let count = chances.number(in: 1...4)
    time.schedule(afterMs: chances.number(in: 50...800)) {
      order.send(
        (0..<count).map { _ in
          NewsArticle(
            id: chances.number(in: 1...500),
            headline: "\(chances.pick(user.topics)): \(chances.pick(NewsDesk.headlines))",
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
