import Foundation
import RexLocking
import RexStore
import Testing

@testable import RexExamples

@Suite struct TeamChatTests {
  @Test func aSessionIsTheSameFromTheSameSeed() throws {
    let first = try recordedActions(seed: 7)
    #expect(first == (try recordedActions(seed: 7)))
    #expect(first != (try recordedActions(seed: 8)))
    #expect(first.count == 1000)
  }

  @Test func everyActionOccurs() throws {
    let names = Set(try recordedActions(seed: 7).map { $0.prefix { $0 != ":" } })
    #expect(names.count == 10, "\(names.sorted())")
  }

  @Test func theLogTellsWhatTheViewShows() {
    let lines = Locked<[String]>([])
    let session = TeamChatSession(SessionPlan(seed: 7, actionCount: 4), recording: .identity) {
      line in lines.withLock { $0.append(line) }
    }
    session.run()
    #expect(
      lines.withLock { $0 } == [
        "loadMessages: Chat 0 → Loading 0",
        "loadMessagesSuccess: Loading 0 → Chat 8",
        "deleteMessage: Chat 8 → Chat 7",
        "toggleReaction: Chat 7 → Chat 7",
      ])
  }

  @Test func routesFollowTheOpenThread() {
    let session = TeamChatSession(SessionPlan(seed: 7, actionCount: 300), recording: .identity)
    let routes = Locked<[TeamChatRoute]>([])
    let subscription = session.outputs.routes.subscribe { route in
      routes.withLock { $0.append(route) }
    }
    session.run()
    subscription.cancel()
    let last = session.store.state.openThread.map(TeamChatRoute.thread) ?? .list
    #expect(routes.withLock { $0.last } == last)
    #expect(routes.withLock { $0.count } > 10)
  }

  @Test func loadedMessagesAreAppendedUnlessTheyArrivedMeanwhile() {
    var writer = ChatWriter(seed: 1)
    let messages = (0..<4).map { _ in writer.message() }
    var state = TeamChatState()
    for action: TeamChatAction in [
      .loadMessagesSuccess([messages[0], messages[1]]), .loadMessages, .messageArrived(messages[2]),
      .loadMessagesSuccess([messages[2], messages[3]], after: messages[1].id),
    ] { teamChatReducer.reduce(action, &state) }
    #expect(state.messages == messages)
    #expect(!state.isLoadingMessages)
  }

  @Test func anErrorIsShownUntilItIsDismissed() {
    let (loads, presenter) = (EventEmitter<Void>(), TeamChatErrorPresenter())
    let time = VirtualTime()
    let viewModel = TeamChatViewModel(ChatService(seed: 5, time: time), log: { _ in })
    func never<Event>() -> EventStream<Event> { EventEmitter<Event>().stream }
    let outputs = viewModel.makeOutputs(
      from: .init(
        loads: loads.stream, texts: never(), taps: never(), swipes: never(), reactions: never(),
        backs: never(), dismissals: presenter.dismissals))
    let showing = outputs.props.subscribe { presenter.present($0.error) }
    while presenter.shown == nil {
      loads.send(())
      time.advance(byMs: 1200)
    }
    presenter.dismiss()
    #expect(presenter.shown == nil)
    showing.cancel()
  }

  @Test func aMessageIsAbout334BytesOfJSON() throws {
    let state = TeamChatState(messageCount: 1000, seed: 1)
    let size = try JSONEncoder().encode(state.messages).count / state.messages.count
    #expect((324...344).contains(size), "\(size)")
  }

  @Test func propsShowTheOpenThreadAlone() {
    var state = TeamChatState(messageCount: 3, seed: 1)
    #expect(TeamChatProps.make(from: state).rows.count == 3)
    state.openThread = state.messages[1].id
    let props = TeamChatProps.make(from: state)
    #expect(props.title == "Thread")
    #expect(props.rows.map(\.body) == [state.messages[1].body])
    state.isLoadingMessages = true
    #expect(TeamChatProps.make(from: state).title == "Loading")
  }
}

private func recordedActions(seed: UInt64) throws -> [String] {
  let actions = Locked<[String]>([])
  let recording = TeamChatMiddleware(reducing: { action, source, state, reduce in
    reduce(action, &state)
    let name = String(describing: action).prefix { $0 != "(" }
    actions.withLock { $0.append("\(name): \(action) \(source)") }
  })
  TeamChatSession(SessionPlan(seed: seed, actionCount: 1000), recording: recording).run()
  return actions.withLock { $0 }
}
