import Foundation
import RexLocking
import RexLog
import RexRecorder
import RexReplayer
import RexStore
import TestSupport
import Testing

@testable import RexExamples

/// What each system is about, besides being recorded.
@Suite struct SystemTests {
  @Test func eightFreeThreadsMakeALogThatVerifies() throws {
    let plan = SessionPlan(seed: 3, actionCount: 1000)
    let sink = LogBuffer()
    let recorder = try Recorder<any PhoneAction, PhoneState>(
      sink: sink, app: "PhoneSession", actions: PhoneActions.registry)
    let session = PhoneSession(plan, threading: .free, recording: recorder.middleware)
    session.run()
    recorder.close()
    let log = try Log(checked: "phone", bytes: sink.bytes)
    let verification = try Replayer(ExampleApp.phoneSession.replayable).verify(log)
    #expect(verification.holds, "\(verification.divergences)")
    #expect(verification.actionCount + verification.opaqueCount == 1000)
    #expect(verification.opaqueCount > 0)
  }

  @Test func anUnknownActionLeavesThePhoneAsItIs() {
    var state = PhoneState()
    for action: any PhoneAction in [Shake(strength: 9), LoginFailure(error: "not waiting")] {
      phoneReducer.reduce(action, &state)
    }
    #expect(state == PhoneState())
  }

  @Test func aCoordinatorHearsOfTransitionsAlone() {
    let session = ShopSession(SessionPlan(seed: 5, actionCount: 500), recording: .identity)
    session.run()
    let moves = session.coordinator.moves
    #expect(moves.last == session.store.state.navigation.lastTransition)
    // Forward leaves from where one is, back returns there: the moves alone re-create the way.
    var way: [ShopNavigation.Transition] = []
    for move in moves {
      switch move.direction {
      case .forward: way.append(move.transition)
      case .back: #expect(way.popLast() == move.transition)
      }
    }
    #expect(way == session.store.state.navigation.transitions)
  }

  @Test func theVolumeIsLoudestAt100AndUnmutedWhenLouder() {
    var state = VolumeAppState()
    volumeAppReducer.reduce(.volume(.toggleMute), &state)
    for _ in 0..<20 { volumeAppReducer.reduce(.volume(.louder), &state) }
    volumeAppReducer.reduce(.counter(.increase(by: 7)), &state)
    volumeAppReducer.reduce(.counter(.halve), &state)
    #expect(state.volume.level == 100)
    #expect(!state.volume.isMuted)
    #expect(state.counter == 3)
  }

  @Test func newsForAModuleThatIsNotOpenChangeNothing() {
    var state = NewsAppState()
    newsReducer.lift(
      action: { (event: NewsAppEvent) in event.newsEvents }, optionalState: \.newsState
    )
    .reduce(.newsEvents(.load), &state)
    #expect(state == NewsAppState())
    newsAppReducer.reduce(.newsEvents(.load), &state)
    #expect(state.newsState?.step == .loading)
    #expect(state.newsState?.currentUser == .guest)
  }

  @Test func aScopedModuleAndItsParentAgreeAndReplayAlone() {
    let events = Locked<[NewsEvent]>([])
    let appEvents = Locked<[NewsAppEvent]>([])
    let session = NewsScopedSession(
      SessionPlan(seed: 2, actionCount: 1000),
      recording: Middleware(reducing: { event, _, state, reduce in
        reduce(event, &state)
        events.withLock { $0.append(event) }
      }),
      recordingApp: Middleware(reducing: { event, _, state, reduce in
        reduce(event, &state)
        appEvents.withLock { $0.append(event) }
      }))
    let steps = Locked<[NewsStep]>([])
    let subscription = session.steps.subscribe { step in steps.withLock { $0.append(step) } }
    session.run()
    #expect(session.module.state == session.app.state.newsState)
    var (module, app) = (NewsAppState().newsStateIfOpened, NewsAppState())
    for event in events.withLock(\.self) { newsReducer.reduce(event, &module) }
    for event in appEvents.withLock(\.self) { newsAppReducer.reduce(event, &app) }
    #expect(module == session.module.state)
    #expect(app == session.app.state)
    #expect(steps.withLock { $0.last } == module.step)
    subscription.cancel()
  }
}
