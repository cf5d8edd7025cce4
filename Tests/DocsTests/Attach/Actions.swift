import Foundation
import RexRecorder

// The Swift of docs/attach/actions.md about actions: the recording half.

enum RegistryExample {
  protocol AppEvent: Sendable {}

  struct AppState: Codable, Sendable, Equatable {
    var count = 0
    var note = ""
  }

  struct Login: AppEvent, Codable {
    var note = ""
  }

  struct Logout: AppEvent, Codable {}

  @Sendable static func appEventReducer(_ event: any AppEvent, _ state: inout AppState) {
    state.count += event is Login ? 1 : -1
    if let login = event as? Login { state.note = login.note }
  }

  static func record(_ events: [any AppEvent], in folder: URL) throws {
    let recorder = try Recorder<any AppEvent, AppState>(
      sessionsIn: folder, app: "App", actions: actions)

    var state = AppState()
    for event in events {
      recorder.record(event, into: &state) { state, event in appEventReducer(event, &state) }
    }
    recorder.close()
  }

  static let actions = ActionRegistry<any AppEvent>([Login.self], names: ["SignOut": Logout.self])
}

extension RegistryExample: RecordingSnippets {
  static func recordSecrets(in folder: URL) throws {
    try record(Planted.texts.map { Login(note: $0) }, in: folder)
  }
}

enum PurityExample: RecordingSnippets {
  static func configure() -> RecorderConfiguration {
    let configuration = RecorderConfiguration(onImpurity: { impurity in
      print("impure:", impurity.type, impurity.differences)
    })

    return configuration
  }

  static func recordSecrets(in folder: URL) throws {
    let recorder = try Recorder<ChatAction, ChatState>(
      path: folder.appending(path: "log.jsonl").path, app: "Chat", configuration: configure())
    var state = ChatState()
    for action in secretScript {
      recorder.record(action, into: &state) { state, action in chatReducer(&state, action) }
    }
    recorder.close()
  }
}
