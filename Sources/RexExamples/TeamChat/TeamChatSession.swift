public import RexStore

/// The team's chat as an app: its store, its service, and what a person does with it.
public final class TeamChatSession: Sendable {
  /// The app's store.
  public let store: Store<TeamChatAction, TeamChatState>
  /// Where the app went, as its navigation says.
  public let routes: EventStream<TeamChatRoute>

  private let plan: SessionPlan
  private let limit: SessionLimit
  private let service: ChatService
  private let taps = EventEmitter<TeamChatAction>()

  /// The app with a middleware that records it.
  public init(
    _ plan: SessionPlan, recording: TeamChatMiddleware,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.plan = plan
    limit = SessionLimit(plan)
    service = ChatService(seed: plan.seed &+ 1, time: plan.time)
    let navigation = teamChatNavigation()
    routes = navigation.routes
    store = Store(
      initialState: TeamChatState(), reducer: teamChatReducer,
      middleware: limit.middleware(), teamChatLogging(to: log), navigation.middleware,
      teamChatLoading(from: service), recording)
  }

  /// Plays the whole session: what a person taps, merged with what the service sends.
  public func run() {
    let subscription = store.dispatch(actions)
    var person = SplitMix64(seed: plan.seed)
    service.connect()
    taps.send(.loadMessages)
    while !limit.isReached {
      plan.time.advance(byMs: Int.random(in: 50...900, using: &person))
      if let action = tap(by: &person) { taps.send(action) }
    }
    subscription.cancel()
  }

  /// The action creator: every input as one stream of actions.
  private var actions: EventStream<TeamChatAction> {
    .merge([taps.stream, service.arrivals.map { .messageArrived($0) }])
  }

  /// What a person does on seeing this screen; nil while looking on.
  private func tap(by person: inout SplitMix64) -> TeamChatAction? {
    let state = store.state
    if state.error != nil, person.isOnce(in: 2) { return .dismissError }
    if state.openThread != nil, person.isOnce(in: 2) { return .closeThread }
    guard let message = state.messages.randomElement(using: &person) else {
      return state.isLoadingMessages ? nil : .loadMessages
    }
    switch Int.random(in: 0..<10, using: &person) {
    case 0...3:
      return .toggleReaction(
        emoji: person.pick(ChatWriter.emoji, default: "👍"),
        member: person.pick(ChatWriter.team.map(\.id), default: "u-01"), message: message.id)
    case 4: return .deleteMessage(id: message.id)
    case 5, 6: return .openThread(id: message.id)
    case 7, 8: return .loadMessages
    default: return nil
    }
  }
}

extension ExampleApp {
  /// The team's chat.
  public static let teamChat = ExampleApp(
    name: "team-chat", appName: "TeamChat",
    summary: "a team's chat: loading, failures, reactions, threads, arriving messages",
    reducer: teamChatReducer
  ) { plan, recording in
    TeamChatSession(plan, recording: recording).run()
  }
}
