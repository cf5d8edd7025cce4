import RexActions
import RexLog
import RexRecorder
import RexReplayer
import RexStore
import TestSupport
import Testing

/// A store whose whole state has a protocol type: recorded as it is, replayed and verified.
@Suite struct ProtocolStateTests {
  private protocol Screen: Codable, Sendable {}

  private struct Form: Screen {
    var phone = ""
  }

  private struct Home: Screen {
    var visits: Int
  }

  private enum Screens: TypeRegistry {
    static let types: ActionRegistry<any Screen> = [Form.self, Home.self]
  }

  private protocol Action: Sendable {}

  private struct ChangePhone: Action, Codable {
    var phone: String
  }

  private struct Login: Action, Codable {}

  private struct MainReducer: ReducerProtocol {
    func reduce(_ action: any Action, _ state: inout any Screen) {
      switch (action, state) {
      case (let change as ChangePhone, is Form): state = Form(phone: change.phone)
      case (is Login, is Form): state = Home(visits: 1)
      case (is Login, let home as Home): state = Home(visits: home.visits + 1)
      default: break
      }
    }
  }

  private let actions: ActionRegistry<any Action> = [ChangePhone.self, Login.self]

  @Test func itsLogVerifies() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<any Action, Registered<Screens>>(
      sink: sink, app: "Screens", actions: actions)
    let store = Store(
      initialState: Form(), reducer: MainReducer(), middlewares: [recorder.middleware])
    for action: any Action in [ChangePhone(phone: "1"), Login(), ChangePhone(phone: "2"), Login()] {
      store.dispatch(action)
    }
    store.replaceState(Home(visits: 40))
    store.dispatch(Login())
    recorder.close()
    #expect((store.state as? Home)?.visits == 41)
    let log = try Log(name: "log", bytes: sink.bytes)
    try log.check()
    let patches = try log.lines().compactMap(\.action).compactMap(\.result?.change)
    #expect(patches.count == 6)
    let app = ReplayableApp(
      name: "Screens", actions: actions, states: Screens.self, reducer: MainReducer().reduce)
    let verification = try Replayer(app).verify(log)
    #expect(verification.verdict == .verified, "\(verification.divergences)")
    #expect(verification.counts.verified == 5)
  }
}
