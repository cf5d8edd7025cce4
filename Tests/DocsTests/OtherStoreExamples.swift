import LookAlikes
import RexRecorder
import RexReplayer
import RexStore

// The Swift of docs/attach.md for stores of other kinds, compiled against look-alikes.

private struct AppState: Codable, Sendable, Equatable {
  var count = 0
}

private enum AppAction: Codable, Sendable {
  case add(Int)
}

private typealias ReSwiftStore = SynchronousStore<AppAction, AppState>

@Sendable private func appReducer(_ action: AppAction, _ state: AppState?) -> AppState {
  var state = state ?? AppState()
  if case .add(let count) = action { state.count += count }
  return state
}

private func logger(
  _ dispatch: @escaping (AppAction) -> Void, _ getState: @escaping () -> AppState?
) -> (_ next: @escaping (AppAction) -> Void) -> (AppAction) -> Void {
  { next in { action in next(action) } }
}

private func attachToReSwift(_ recorder: Recorder<AppAction, AppState>) {
  let store = ReSwiftStore(reducer: recorder.recording(appReducer), state: nil)
  store.dispatch(.add(1))

  let lookedOn = ReSwiftStore(
    reducer: appReducer, state: AppState(), middleware: [logger, recorder.curriedMiddleware()])
  lookedOn.dispatch(.add(1))
}

private struct SwiftRexReducer<Action, State> {
  var reduce: (Action, inout State) -> Void

  static func reduce(_ reduce: @escaping (Action, inout State) -> Void) -> SwiftRexReducer {
    SwiftRexReducer(reduce: reduce)
  }
}

private func attachToSwiftRex(
  _ recorder: Recorder<AppAction, AppState>, _ appReducer: SwiftRexReducer<AppAction, AppState>
) {
  let recorded = SwiftRexReducer<AppAction, AppState>.reduce(recorder.recording(appReducer.reduce))

  var state = AppState()
  recorded.reduce(.add(1), &state)
}

private enum Effect<Action> {
  case none
}

private protocol ComposableReducer {
  associatedtype State
  associatedtype Action
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}

private struct Feature: ComposableReducer {
  struct State: Codable, Sendable {
    var count = 0
  }

  enum Action: Codable, Sendable {
    case add(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .add(let count) = action { state.count += count }
    return .none
  }
}

private struct Recorded: ComposableReducer {
  let feature: Feature
  let recorder: Recorder<Feature.Action, Feature.State>

  func reduce(into state: inout Feature.State, action: Feature.Action) -> Effect<Feature.Action> {
    recorder.record(action, into: &state) { state, action in
      feature.reduce(into: &state, action: action)
    }
  }
}

private func attachToMobius(_ recorder: Recorder<AppAction, AppState>) -> AppState? {
  typealias Next = EventLoop<AppState, AppAction, Int>.Next

  @Sendable func chatUpdate(_ model: AppState, _ event: AppAction) -> Next {
    Next(model: appReducer(event, model))
  }

  let update = recorder.recording(chatUpdate, model: { $0.model })

  let loop = EventLoop<AppState, AppAction, Int>(
    model: AppState(), update: { recorder.recording(chatUpdate, model: { $0.model })($0, $1) },
    handle: { effect, send in send(.add(effect)) })

  loop.dispatch(.add(1))
  return update(AppState(), .add(1)).model
}

private func attachToKatana(_ recorder: Recorder<any StateUpdater<AppState>, AppState>) {
  typealias KatanaInterceptor = InterceptedStore<AppState>.Interceptor

  let recording: KatanaInterceptor = { getState, _ in
    let looking = recorder.curriedMiddleware()({ _ in }, getState)
    return { next in { updater in looking { try? next($0) }(updater) } }
  }

  _ = InterceptedStore(state: AppState(), interceptors: [recording])
}

private protocol AppEvent: Sendable {}

private struct Login: AppEvent, Codable {}

private struct Logout: AppEvent, Codable {}

@Sendable private func appEventReducer(_ event: any AppEvent, _ state: inout AppState) {
  state.count += event is Login ? 1 : -1
}

private func attachByRegistry(to path: String) throws {
  let actions = ActionRegistry<any AppEvent>([
    .type(Login.self) { $0 }, .type(Logout.self, name: "SignOut") { $0 },
  ])
  let recorder = try Recorder<any AppEvent, AppState>(path: path, app: "App", actions: actions)
  let app = ReplayableApp(name: "App", actions: actions, reducer: appEventReducer)

  recorder.close()
  _ = app
}

private func checkPurity() -> RecorderConfiguration {
  let configuration = RecorderConfiguration(onImpurity: { impurity in
    print("impure:", impurity.type, impurity.differences)
  })

  return configuration
}
