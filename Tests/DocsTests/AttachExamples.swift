import RexCommands
import RexRecorder
import RexReplayer
import RexStore

// The Swift of README.md, compiled. DocsTests compares it with the page.

private struct ChatState: Codable, Sendable {
  var messages: [String] = []
}

private enum ChatAction: Codable, Sendable {
  case post(String)
}

@Sendable private func chatReducer(_ state: inout ChatState, _ action: ChatAction) {
  switch action {
  case .post(let message): state.messages.append(message)
  }
}

@Sendable private func replayReducer(_ action: ChatAction, _ state: inout ChatState) {
  chatReducer(&state, action)
}

private func attach(to path: String) throws {
  var state = ChatState()

  let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

  func send(_ action: ChatAction) {
    recorder.record(action, into: &state) { state, action in
      chatReducer(&state, action)
    }
  }

  send(.post("hello"))
}

private func attachToRexStore(_ recorder: Recorder<ChatAction, ChatState>) {
  let reducer = Reducer(replayReducer)
  let logging = Middleware<ChatAction, ChatState> { _, next, action in next(action) }

  let store = Store(
    initialState: ChatState(), reducer: reducer, middleware: logging, recorder.middleware)

  store.dispatch(.post("hello"))
}

private enum ChatReplay: ReplayTool {
  static let app = ReplayableApp(name: "Chat", reducer: replayReducer)
}
