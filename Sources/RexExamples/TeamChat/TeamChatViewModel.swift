import RexLocking
public import RexStore

/// The chat's view model, with its own store: from the screen's inputs to props and routes.
public final class TeamChatViewModel: Sendable {
  /// The user's input on the screen.
  public struct Inputs: Sendable {
    /// The screen appeared.
    public var appearances: EventStream<Void>
    /// The user pulled to refresh.
    public var pulls: EventStream<Void>
    /// The user sent a text.
    public var texts: EventStream<String>
    /// The user tapped a row.
    public var taps: EventStream<ChatMessage.ID>
    /// The user swiped a row to delete it.
    public var swipes: EventStream<ChatMessage.ID>
    /// The user added or removed a reaction.
    public var reactions: EventStream<Reaction>
    /// The user tapped the back button.
    public var backs: EventStream<Void>
    /// The user dismissed the alert.
    public var dismissals: EventStream<Void>

    /// An emoji, the member, and the message.
    public typealias Reaction = (
      emoji: String, member: ChatMessage.Member.ID, message: ChatMessage.ID
    )
  }

  /// The outputs that the screen and its navigator observe.
  public struct Outputs: Sendable {
    /// The props of the screen: the current ones, and those after each change.
    public var props: EventStream<TeamChatProps>
    /// The routes to navigate to.
    public var routes: EventStream<TeamChatRoute>
  }

  let store: TeamChatStore
  private let service: ChatService
  private let routes: EventStream<TeamChatRoute>

  /// Creates a view model of a service, with middlewares outside and inside its own.
  public init(
    _ service: ChatService, log: @escaping @Sendable (String) -> Void,
    outer: TeamChatStore.Middleware = .identity, inner: TeamChatStore.Middleware = .identity
  ) {
    let navigation = teamChatNavigation()
    (self.service, routes) = (service, navigation.routes)
    store = TeamChatStore(
      initialState: .loading, reducer: teamChatReducer,
      middlewares: [
        outer, teamChatLogging(to: log), navigation.middleware, teamChatLoading(from: service),
        inner,
      ])
  }

  /// Observes the inputs, and returns the outputs.
  public func makeOutputs(from inputs: Inputs) -> Outputs {
    store.follow(TeamChatActionCreator(service: service).makeActions(from: inputs))
    return Outputs(
      props: store.stream(of: TeamChatProps.make(from:)).share(replay: 1), routes: routes)
  }
}

/// Merges all inputs and the service's messages into one stream of actions.
struct TeamChatActionCreator {
  let service: ChatService

  func makeActions(from inputs: TeamChatViewModel.Inputs) -> EventStream<TeamChatAction> {
    .merge([
      inputs.appearances.flatMap(newestMessages).map { .loaded($0) },
      inputs.pulls.map { .loadMessages }, inputs.texts.map { .sendMessage($0) },
      inputs.taps.map { .openThread(id: $0) }, inputs.swipes.map { .deleteMessage(id: $0) },
      inputs.reactions.map {
        .toggleReaction(emoji: $0.emoji, member: $0.member, message: $0.message)
      },
      inputs.backs.map { .closeThread }, inputs.dismissals.map { .dismissError },
      service.arrivals.map { .messageArrived($0) },
    ])
  }

  /// Loads the newest messages, with which the screen begins.
  private func newestMessages() -> EventStream<Result<ChatService.Page, ChatService.Failure>> {
    EventStream { receive in
      service.loadMessages(after: nil, receive)
      return Subscription {}
    }
  }
}

/// Shows the error in the props until the user dismisses it.
public final class TeamChatErrorPresenter: Sendable {
  /// The alert's message; nil for no alert.
  public var shown: String? { error.withLock { $0 } }
  /// The dismissals, an input of the view model.
  public var dismissals: EventStream<Void> { dismissing.stream }

  private let error = Locked<String?>(nil)
  private let dismissing = EventEmitter<Void>()

  /// Creates a presenter that shows no alert.
  public init() {}

  /// Shows an error; hides it if the message is nil.
  public func present(_ message: String?) { error.withLock { $0 = message } }

  /// Dismisses the alert.
  public func dismiss() { dismissing.send() }
}
