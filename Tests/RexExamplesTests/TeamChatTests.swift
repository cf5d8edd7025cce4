import Foundation
import RexLocking
import RexStore
import Testing

@testable import RexExamples

@Suite struct TeamChatTests {
  @Test func aSessionIsTheSameFromTheSameSeed() throws {
    let first = try recordedActions(seed: 7, actionCount: 300)
    #expect(first == (try recordedActions(seed: 7, actionCount: 300)))
    #expect(first != (try recordedActions(seed: 8, actionCount: 300)))
    #expect(first.count == 300)
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
        "loadMessagesSuccess: Loading 0 → Chat 8",
        "deleteMessage: Chat 8 → Chat 7",
        "toggleReaction: Chat 7 → Chat 7",
        "openThread: Chat 7 → Thread 1",
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

  @Test func theActionCreatorMergesTheInputsAndLoadsWhenTheScreenAppears() {
    let (appearances, texts) = (EventEmitter<Void>(), EventEmitter<String>())
    let time = VirtualTime()
    let service = ChatService(seed: 8, time: time)
    var inputs = TeamChatViewModel.Inputs.none
    (inputs.appearances, inputs.texts) = (appearances.stream, texts.stream)
    let actions = Locked<[TeamChatAction]>([])
    let creating = TeamChatActionCreator(service: service).makeActions(from: inputs).subscribe {
      action in actions.withLock { $0.append(action) }
    }
    appearances.send()
    texts.send("Hello")
    #expect(actions.withLock(\.self) == [.sendMessage("Hello")])
    time.advance(byMs: 1200)
    guard case .loadMessagesSuccess(let messages, after: nil) = actions.withLock(\.last) else {
      Issue.record("\(actions.withLock(\.self))")
      return
    }
    #expect(messages.count == 8)
    creating.cancel()
    texts.send("Hello?")
    #expect(actions.withLock { $0.count } == 2)
  }

  @Test func anErrorIsShownUntilItIsDismissed() {
    let (loads, presenter) = (EventEmitter<Void>(), TeamChatErrorPresenter())
    let time = VirtualTime()
    let viewModel = TeamChatViewModel(ChatService(seed: 5, time: time), log: { _ in })
    var inputs = TeamChatViewModel.Inputs.none
    (inputs.pulls, inputs.dismissals) = (loads.stream, presenter.dismissals)
    let outputs = viewModel.makeOutputs(from: inputs)
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

  @Test func aRowShowsTheAuthorsInitialsAndTheTime() {
    var state = TeamChatState(messageCount: 1, seed: 1)
    state.messages[0].author.name = "Zoë Ångström"
    state.messages[0].sentAt = Date(timeIntervalSince1970: 86_400 * 3 + 9 * 3600 + 5 * 60 + 59)
    let row = TeamChatProps.make(from: state).rows[0]
    #expect((row.avatar, row.time) == ("ZÅ", "09:05"))
    state.messages[0].sentAt = Date(timeIntervalSince1970: -60)
    #expect(TeamChatProps.make(from: state).rows[0].time == "23:59")
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

extension TeamChatViewModel.Inputs {
  /// Inputs without events.
  fileprivate static var none: Self {
    func never<Event>() -> EventStream<Event> { EventEmitter<Event>().stream }
    return Self(
      appearances: never(), pulls: never(), texts: never(), taps: never(), swipes: never(),
      reactions: never(), backs: never(), dismissals: never())
  }
}

private func recordedActions(seed: UInt64, actionCount: Int = 1000) throws -> [String] {
  let actions = Locked<[String]>([])
  let recording = TeamChatStore.Middleware(reducing: { action, source, state, reduce in
    reduce(action, &state)
    let name = String(describing: action).prefix { $0 != "(" }
    actions.withLock { $0.append("\(name): \(action) \(source)") }
  })
  TeamChatSession(SessionPlan(seed: seed, actionCount: actionCount), recording: recording).run()
  return actions.withLock { $0 }
}
