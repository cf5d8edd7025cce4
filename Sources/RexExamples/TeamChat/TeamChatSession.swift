import RexActions
public import RexStore

/// The team chat app: its view model, its service and a simulated user.
public final class TeamChatSession: Sendable {
  /// The view model's store.
  public var store: TeamChatStore { viewModel.store }
  /// The outputs that the screen and the navigator observe.
  public let outputs: TeamChatViewModel.Outputs

  private let plan: SessionPlan
  private let limit: SessionLimit
  private let service: ChatService
  private let viewModel: TeamChatViewModel
  private let screen = TeamChatScreen()

  /// Creates the app with a middleware that records it.
  public init(
    _ plan: SessionPlan, recording: TeamChatStore.Middleware,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.plan = plan
    limit = SessionLimit(plan)
    service = ChatService(seed: plan.seed &+ 1, time: plan.time)
    viewModel = TeamChatViewModel(service, log: log, outer: limit.middleware(), inner: recording)
    outputs = viewModel.makeOutputs(from: screen.inputs)
  }

  /// Runs the session: the user's taps, merged with the messages of the service.
  public func run() {
    let showing = outputs.props.subscribe(screen.show)
    var person = SplitMix64(seed: plan.seed)
    service.connect()
    screen.appear()
    while !limit.isReached {
      plan.time.advance(byMs: Int.random(in: 50...900, using: &person))
      screen.touch(by: &person)
    }
    showing.cancel()
  }
}

extension ExampleApp {
  /// The team chat app.
  public static let teamChat = ExampleApp(
    name: "team-chat", appName: "TeamChat",
    summary: "a team's chat: loading, failures, reactions, threads, arriving messages",
    reducer: teamChatReducer
  ) { plan, recording in
    TeamChatSession(plan, recording: recording).run()
  }
}
