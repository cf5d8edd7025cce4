import RexRecorder
import RexReplayer
import RexStore

// The Swift of docs/attach.md about actions and reducers, compiled.

private struct AppState: Codable, Sendable {
  var count = 0
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
