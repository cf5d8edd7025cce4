import RexRecorder
import SwiftRexLike

enum SwiftRexExample: AttachExample {
  static var appReducer: Reducer<ChatAction, ChatState> {
    .reduce { action, state in chatReducer(&state, action) }
  }

  static func record(to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

    let recorded = Reducer.reduce(recorder.recording(appReducer.reduce))

    // The name is SwiftRex', though RexRecorder has sources, too.
    let source: ActionSource = .here()
    let store = Store(initialState: ChatState(), reducer: recorded)
    for action in chatScript { store.dispatch(action, from: source) }
    let state = store.state
    recorder.close()
    return state
  }
}
