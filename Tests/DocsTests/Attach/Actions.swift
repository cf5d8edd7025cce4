import RexRecorder

// The Swift of docs/attach.md about actions: the recording half.

enum RegistryExample {
  protocol AppEvent: Sendable {}

  struct AppState: Codable, Sendable, Equatable {
    var count = 0
  }

  struct Login: AppEvent, Codable {}

  struct Logout: AppEvent, Codable {}

  @Sendable static func appEventReducer(_ event: any AppEvent, _ state: inout AppState) {
    state.count += event is Login ? 1 : -1
  }

  static func record(to path: String) throws {
    let recorder = try Recorder<any AppEvent, AppState>(path: path, app: "App", actions: actions)

    var state = AppState()
    let events: [any AppEvent] = [Login(), Login(), Logout()]
    for event in events {
      recorder.record(event, into: &state) { state, event in appEventReducer(event, &state) }
    }
    recorder.close()
  }

  static let actions = ActionRegistry<any AppEvent>([Login.self], names: ["SignOut": Logout.self])
}

enum PurityExample {
  static func configure() -> RecorderConfiguration {
    let configuration = RecorderConfiguration(onImpurity: { impurity in
      print("impure:", impurity.type, impurity.differences)
    })

    return configuration
  }
}
