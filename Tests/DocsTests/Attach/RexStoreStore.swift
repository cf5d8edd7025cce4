import RexRecorder
import RexStore

// RexStore's own section: the one that imports it.

enum RexStoreExample: AttachExample {
  static let reducer = Reducer<ChatAction, ChatState> { action, state in
    chatReducer(&state, action)
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let logging = Middleware<ChatAction, ChatState> { _, next, action in next(action) }

    let store = Store(
      initialState: ChatState(), reducer: reducer, middlewares: [logging, recorder.middleware])

    let source: ActionSource = .here()
    for action in script { store.dispatch(action, from: source) }
    recorder.close()
    return store.state
  }

  typealias ChatReplay = OwnStoreExample.ChatReplay
}
