import RexRecorder

// The Swift of docs/start.md in a module with main actor isolation by default.

nonisolated struct ChatState: Codable, Sendable {
  var messages: [String] = []

  init() {}
}

nonisolated enum ChatAction: Codable, Sendable {
  case post(String)
}

nonisolated func chatReducer(_ state: inout ChatState, _ action: ChatAction) {
  if case .post(let message) = action { state.messages.append(message) }
}

final class ChatModel {
  private(set) var state = ChatState()
  private let recorder: Recorder<ChatAction, ChatState>

  init(path: String) throws {
    recorder = try Recorder(path: path, app: "Chat", diffing: .inBackground)
  }

  func send(_ action: ChatAction) {
    recorder.record(action, into: &state) { state, action in chatReducer(&state, action) }
  }
}
