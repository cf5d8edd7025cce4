import Foundation
import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import RexStore
import TestSupport
import Testing

@testable import RexExamples

/// The logs in which docs/examples finds a bug: a session of each example in a faulty build.
@Suite struct HuntTests {
  @Test func duplicatesInTheTeamChat() throws {
    try expectHunt("team-chat", .teamChat, actionCount: 80) { plan, recorder in
      TeamChatSession(
        plan,
        recording: .compose(
          recorder.middleware,
          // Appends what was loaded without asking whether it arrived meanwhile.
          Middleware(reducing: { action, _, state, reduce in
            let old = state.messages
            reduce(action, &state)
            if case .loadMessagesSuccess(let page, after: .some) = action {
              state.messages = old + page
            }
          }))
      ).run()
    }
  }

  @Test func aMuteThatStaysInTheVolumeApp() throws {
    try expectHunt("volume", .volume, actionCount: 60) { plan, recorder in
      VolumeSession(
        plan,
        recording: .compose(
          recorder.middleware,
          // Forgets that louder is heard again.
          Middleware(reducing: { action, _, state, reduce in
            let wasMuted = state.volume.isMuted
            reduce(action, &state)
            if action == .volume(.louder) { state.volume.isMuted = wasMuted }
          }))
      ).run()
    }
  }

  @Test func aSessionThatALateAnswerEnds() throws {
    try expectHunt("phone-session", .phoneSession, PhoneActions.registry, actionCount: 120) {
      plan, recorder in
      PhoneSession(
        plan, threading: .inTurns,
        recording: .compose(
          recorder.middleware,
          // Handles the failure of a login that the app no longer waits for.
          Middleware(reducing: { action, _, state, reduce in
            reduce(action, &state)
            if let failure = action as? LoginFailure {
              state.main.session = LoggedOut(error: String(describing: failure.error))
            }
          }))
      ).run()
    }
  }

  @Test func aGalleryThatOpensTwiceInTheShop() throws {
    try expectHunt("shop", .shop, ShopActions.registry, actionCount: 80) { plan, recorder in
      ShopSession(
        plan,
        recording: .compose(
          recorder.middleware,
          // Adds a transition for each photo, not just for the first.
          Middleware(reducing: { action, _, state, reduce in
            let screen = state.navigation.screen
            reduce(action, &state)
            if case PhotoGallery.open = action, screen == .gallery {
              state.navigation = navigationReducer(
                Navigate.addTransition(from: .gallery, to: .gallery), state.navigation)
            }
          }))
      ).run()
    }
  }

  @Test func newsOfAnotherUser() throws {
    try expectHunt("news", .news, actionCount: 80) { plan, recorder in
      NewsSession(
        plan: plan,
        recording: .compose(
          recorder.middleware,
          // Keeps the module's user when another one comes.
          Middleware(reducing: { event, _, state, reduce in
            let user = state.newsState?.currentUser
            reduce(event, &state)
            if case .newUserWasLoaded = event, let user { state.newsState?.currentUser = user }
          }))
      ).run()
    }
  }

  /// Plays a session, and compares it with the log of the hunt, in which the app finds its bug.
  private func expectHunt<Action: Sendable, State: Codable & Sendable>(
    _ name: String, _ app: ExampleApp, _ registry: ActionRegistry<Action>? = nil, actionCount: Int,
    _ play: (SessionPlan, Recorder<Action, State>) -> Void
  ) throws {
    let plan = SessionPlan(seed: 11, actionCount: actionCount)
    let sink = LogBuffer()
    var configuration = RecorderConfiguration.repeatable(plan)
    configuration.appVersion = app.replayable.migrations.last?.version
    let recorder = try Recorder<Action, State>(
      sink: sink, app: app.replayable.name, actions: registry, configuration: configuration)
    play(plan, recorder)
    recorder.close()
    let path = "logs/hunts/\(name).jsonl"
    if Fixture.isWriting { try Data(sink.bytes).write(to: Fixture.url(path)) }
    let log = try Log(name: path, bytes: Fixture.bytes(path))
    let today = try Log(name: name, bytes: sink.bytes)
    #expect(try log.payloads == today.payloads)
    #expect(try log.patches == today.patches)
    let (found, foundToday) = try (
      Replayer(app.replayable).verify(log).divergences.map {
        "\($0.seq) \($0.path?.description ?? "")"
      },
      Replayer(app.replayable).verify(today).divergences.map {
        "\($0.seq) \($0.path?.description ?? "")"
      }
    )
    #expect(!found.isEmpty)
    #expect(found == foundToday)
  }
}
