import RexRecorder
import SwiftRexMainLike

enum SwiftRexMainExample: AttachExample {
  static let appReducer = Reducer<ChatAction, ChatState>.reduce { action, state in
    chatReducer(&state, action)
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

    let recorded = Reducer<ChatAction, ChatState>.reduce { action, state in
      recorder.record(action, into: &state) { state, action in
        appReducer.reduce(action).runEndoMut(&state)
      }
    }

    let store = Store(initial: ChatState(), reducer: recorded)
    for action in script { store.dispatch(action) }
    recorder.close()
    return store.state
  }
}
