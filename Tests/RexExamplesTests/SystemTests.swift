import Foundation
import RexLocking
import RexLog
import RexRecorder
import RexReplayer
import RexStore
import TestSupport
import Testing

@testable import RexExamples

/// What each example demonstrates, apart from recording.
@Suite struct SystemTests {
  @Test func theLogOfEightFreeThreadsVerifies() throws {
    let plan = SessionPlan(seed: 3, actionCount: 400)
    let sink = LogBuffer()
    var configuration = RecorderConfiguration()
    // The example leaves an action out on purpose.
    configuration.onUnreplayable = { _ in }
    let recorder = try Recorder<any PhoneAction, PhoneState>(
      sink: sink, app: "PhoneSession", actions: PhoneActions.registry,
      configuration: configuration)
    let session = PhoneSession(plan, threading: .free, recording: recorder.middleware)
    session.run()
    recorder.close()
    let log = try Log(checked: "phone", bytes: sink.bytes)
    let verification = try Replayer(ExampleApp.phoneSession.replayable).verify(log)
    #expect(verification.verdict == .verified, "\(verification.divergences)")
    #expect(verification.counts.verified + verification.counts[.opaque] == 400)
    #expect(verification.counts[.opaque] > 0)
  }

  @Test func anUnknownActionDoesNotChangeThePhone() {
    var state = PhoneState()
    let failure = LoginFailure(error: PhoneError(description: "not waiting"))
    for action: any PhoneAction in [Shake(strength: 9), failure] {
      phoneReducer.reduce(action, &state)
    }
    #expect(String(describing: state) == String(describing: PhoneState()))
  }

  @Test func anErrorOfAnyTypeIsRecordedAsItsDescription() throws {
    struct Timeout: Error, CustomStringConvertible { let description = "too late ⌛️" }
    var states = [PhoneState(), PhoneState()]
    let failure = LoginFailure(error: Timeout())
    let bytes = try JSONEncoder().encode(failure)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"error":"too late ⌛️"}"#)
    let decoded = try JSONDecoder().decode(LoginFailure.self, from: bytes)
    for (index, failure) in [failure, decoded].enumerated() {
      for action: any PhoneAction in [Login(login: "ada", password: "?"), failure] {
        phoneReducer.reduce(action, &states[index])
      }
      #expect((states[index].main.session as? LoggedOut)?.error == "too late ⌛️")
    }
  }

  @Test func requestsHaveTheTokenOfTheirSession() {
    let tokens = Locked<[String?]>([])
    let session = PhoneSession(
      SessionPlan(seed: 7, actionCount: 500), threading: .inTurns,
      recording: Middleware { context, next, action in
        let token = context.state.main.apiToken
        if action is Login || action is Logout { tokens.withLock { $0.append(token) } }
        next(action)
      })
    session.run()
    // A few requests belong to actions that the end of the session dropped.
    let (known, sent) = (tokens.withLock(\.self), session.network.requests)
    #expect(sent.map(\.apiToken).starts(with: known))
    #expect(known.compactMap(\.self).count > 10)
    #expect(Set(sent.map(\.path)) == ["/login", "/logout"])
    #expect(sent.allSatisfy { ($0.path == "/login") == ($0.login != nil && $0.password != nil) })
  }

  @Test func aNavigatorReportsEachTransitionOnceToLivingObservers() {
    final class Listener: ShopTransitionObserver {
      let steps = Locked<[(move: ShopNavigation.Move, navigation: ShopNavigation)]>([])
      func handle(_ move: ShopNavigation.Move, in navigation: ShopNavigation) {
        steps.withLock { $0.append((move, navigation)) }
      }
    }
    let session = ShopSession(SessionPlan(seed: 5, actionCount: 500), recording: .identity)
    let listener = Listener()
    weak var gone: Listener?
    do {
      let brief = Listener()
      gone = brief
      session.navigator.add(brief)
    }
    session.navigator.add(listener)
    session.run()
    let steps = listener.steps.withLock(\.self)
    let navigation = session.store.state.navigation
    #expect(gone == nil)
    #expect(steps.last?.move == navigation.lastTransition)
    for (move, navigation) in steps {
      #expect((navigation.screen == move.transition.to) == (move.direction == .forward))
    }
    for (last, next) in zip(steps, steps.dropFirst()) { #expect(last.move != next.move) }
    for coordinator in session.coordinators {
      #expect(coordinator.isShowing == navigation.openScreens.contains(coordinator.screen))
    }
    session.navigator.handle(navigation)
    #expect(listener.steps.withLock { $0.count } == steps.count)
  }

  @Test func theNavigationIsATreeOfTabsWithAModalOverThem() {
    var state = shopReducer(ShopStart(), nil)
    var screens: [ShopScreen] = []
    for action: any ShopAction in [
      Navigate.addTransition(from: .onboarding, to: .history),
      Navigate.addTransition(from: .history, to: .product),
      Navigate.selectTab(.account), Navigate.selectTab(.history),
      Navigate.presentModal(from: .product, to: .video),
      Navigate.addTransition(from: .video, to: .gallery),
      Navigate.selectTab(.account), Navigate.dismissModal, Navigate.removeLastTransition,
    ] {
      state = shopReducer(action, state)
      screens.append(state.navigation.screen)
    }
    // The tabs cannot be selected below a modal, and a tab is shown again as it was left.
    #expect(
      screens == [
        .history, .product, .account, .product, .video, .gallery, .gallery, .product, .history,
      ])
    #expect(
      state.navigation
        == ShopNavigation(
          transitions: [.init(from: .onboarding, to: .history)],
          otherTabs: [
            .init(screen: .account, transitions: [.init(from: .onboarding, to: .account)])
          ],
          lastTransition: .init(
            transition: .init(from: .history, to: .product), direction: .back)))
  }

  @Test func oneActionOpensTheGalleryAndNavigatesToIt() {
    var state = shopReducer(ShopStart(), nil)
    for action: any ShopAction in [
      Navigate.addTransition(from: .history, to: .product), PhotoGallery.open(photo: 2),
      PhotoGallery.open(photo: 3),
    ] { state = shopReducer(action, state) }
    #expect(state.gallery.openPhoto == 3)
    #expect(state.navigation.transitions.map(\.to) == [.product, .gallery])
  }

  @Test func aScreenRedrawsWhatChangedWhileItIsShown() {
    let store = Store<any ShopAction, ShopState>(initialAction: ShopStart(), reducer: shopReducer)
    let view = ShopScreenView()
    for _ in 1...2 { view.appear(store) }
    for action: any ShopAction in [
      PhotoGallery.open(photo: 2), VideoPlayerOpen(), PhotoGallery.open(photo: 2),
      PhotoGallery.close,
    ] { store.dispatch(action) }
    view.disappear(store)
    store.dispatch(VideoPlayerClose())
    #expect(view.updates == ["film off", "photo 2", "film on", "photo none"])
  }

  @Test func theStateDeterminesTheSceneToOpen() {
    var state = NewsAppState()
    var scenes: [NewsScene?] = []
    for event: NewsAppEvent in [
      .sceneWasShown(.welcome), .newsEvents(.load), .sceneWasShown(.waiting),
      .newsEvents(.dataLoaded([])),
    ] {
      scenes.append(state.sceneForOpen)
      newsAppReducer.reduce(event, &state)
    }
    #expect(scenes + [state.sceneForOpen] == [.welcome, nil, .waiting, nil, .articles])
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

  @Test func aFeatureInAFeatureAndAFlagChangeOnlyTheirPartsOfTheState() {
    let place = Location(latitude: 47.4, longitude: 8.5)
    var (state, expected) = (VolumeAppState(), VolumeAppState())
    volumeAppReducer.reduce(.repository(.toggleStar), &state)
    #expect(state == expected, "the flag is not loaded yet")
    for action: VolumeAppAction in [
      .weather(.location(.found(place))), .repository(.loaded(isStarred: false)),
      .repository(.toggleStar),
    ] { volumeAppReducer.reduce(action, &state) }
    (expected.weather.location, expected.isStarred) = (place, true)
    #expect(state == expected)
    volumeAppReducer.reduce(.weather(.location(.lost)), &state)
    #expect(state.weather.location == nil)
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

  @Test func theModulesInputReachesItThroughTheAppAndItsOutputTellsTheSteps() {
    let time = VirtualTime()
    let session = NewsScopedSession(
      SessionPlan(seed: 2, actionCount: 10, time: time), recording: .identity)
    let input = EventEmitter<NewsInputEvent>()
    let output = Locked<[NewsOutputEvent]>([])
    let subscription = session.output.subscribe { event in output.withLock { $0.append(event) } }
    session.follow(input.stream)
    let ada = NewsUser(name: "Ada", topics: ["science"])
    input.send(.userChanged(ada))
    #expect(session.app.state.user == ada)
    #expect(session.module.state.currentUser == ada)
    session.module.dispatch(.load)
    #expect(output.withLock(\.self) == [.stepChanged(.initial), .stepChanged(.loading)])
    time.advance(byMs: 800)
    #expect(output.withLock(\.last) == .stepChanged(session.module.state.step))
    #expect(output.withLock { $0.count } == 3)
    subscription.cancel()
  }

  @Test func aScopedModuleAndItsParentAgreeAndReplayAlone() {
    let events = Locked<[NewsEvent]>([])
    let appEvents = Locked<[NewsAppEvent]>([])
    let session = NewsScopedSession(
      SessionPlan(seed: 2, actionCount: 400),
      recording: Middleware(reducing: { event, _, state, reduce in
        reduce(event, &state)
        events.withLock { $0.append(event) }
      }),
      recordingApp: Middleware(reducing: { event, _, state, reduce in
        reduce(event, &state)
        appEvents.withLock { $0.append(event) }
      }))
    let output = Locked<[NewsOutputEvent]>([])
    let subscription = session.output.subscribe { event in output.withLock { $0.append(event) } }
    session.run()
    #expect(session.module.state == session.app.state.newsState)
    var (module, app) = (NewsAppState().newsStateIfOpened, NewsAppState())
    for event in events.withLock(\.self) { newsReducer.reduce(event, &module) }
    for event in appEvents.withLock(\.self) { newsAppReducer.reduce(event, &app) }
    #expect(module == session.module.state)
    #expect(app == session.app.state)
    #expect(output.withLock { $0.last } == .stepChanged(module.step))
    subscription.cancel()
  }
}
