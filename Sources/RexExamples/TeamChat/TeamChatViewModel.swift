import RexLocking
public import RexStore

/// The chat's view model with its own store: the screen's inputs in, props and routes out.
public final class TeamChatViewModel: Sendable {
  /// What a person does with the screen.
  public struct Inputs: Sendable {
    /// The screen appeared, or was pulled down to be loaded again.
    public var loads: EventStream<Void>
    /// A text was sent.
    public var texts: EventStream<String>
    /// A row was tapped.
    public var taps: EventStream<ChatMessage.ID>
    /// A row was swiped away.
    public var swipes: EventStream<ChatMessage.ID>
    /// An emoji was chosen for a row, or taken back.
    public var reactions: EventStream<Reaction>
    /// The way back was taken.
    public var backs: EventStream<Void>
    /// The alert was dismissed.
    public var dismissals: EventStream<Void>

    /// An emoji, who chose it, and for which message.
    public typealias Reaction = (
      emoji: String, member: ChatMessage.Member.ID, message: ChatMessage.ID
    )
  }

  /// The outputs that the screen and its navigator observe.
  public struct Outputs: Sendable {
    /// The props of the screen, now and after each change.
    public var props: EventStream<TeamChatProps>
    /// Where the app goes.
    public var routes: EventStream<TeamChatRoute>
  }

  let store: Store<TeamChatAction, TeamChatState>
  private let service: ChatService
  private let routes: EventStream<TeamChatRoute>

  /// A view model of a service, with middlewares outside and inside its own.
  public init(
    _ service: ChatService, log: @escaping @Sendable (String) -> Void,
    outer: TeamChatMiddleware = .identity, inner: TeamChatMiddleware = .identity
  ) {
    let navigation = teamChatNavigation()
    (self.service, routes) = (service, navigation.routes)
    store = Store(
      initialState: TeamChatState(), reducer: teamChatReducer,
      middlewares: [
        outer, teamChatLogging(to: log), navigation.middleware, teamChatLoading(from: service),
        inner,
      ])
  }

  /// Observes the inputs, and returns the outputs.
  public func makeOutputs(from inputs: Inputs) -> Outputs {
    store.follow(actions(from: inputs))
    return Outputs(
      props: store.stream(of: TeamChatProps.make(from:)), routes: routes)
  }

  /// The action creator: every input, and what the service sends, as one stream of actions.
  private func actions(from inputs: Inputs) -> EventStream<TeamChatAction> {
    .merge([
      inputs.loads.map { .loadMessages }, inputs.texts.map { .sendMessage($0) },
      inputs.taps.map { .openThread(id: $0) }, inputs.swipes.map { .deleteMessage(id: $0) },
      inputs.reactions.map {
        .toggleReaction(emoji: $0.emoji, member: $0.member, message: $0.message)
      },
      inputs.backs.map { .closeThread }, inputs.dismissals.map { .dismissError },
      service.arrivals.map { .messageArrived($0) },
    ])
  }
}

/// Shows the error in the props until the user dismisses it.
public final class TeamChatErrorPresenter: Sendable {
  /// What the alert says; no alert without.
  public var shown: String? { error.withLock { $0 } }
  /// The person's dismissals: an input of the view model.
  public var dismissals: EventStream<Void> { dismissing.stream }

  private let error = Locked<String?>(nil)
  private let dismissing = EventEmitter<Void>()

  /// A presenter that shows no alert.
  public init() {}

  /// Shows an error, or none.
  public func present(_ message: String?) { error.withLock { $0 = message } }

  /// The person has read the alert.
  public func dismiss() { dismissing.send() }
}
