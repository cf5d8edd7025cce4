import RexLike
import RexRecorder

enum RexExample: AttachExample {
  struct ChatReducer: Reducer {
    func reduce(state: inout ChatState, action: ChatAction) -> [Effect<ChatAction>] {
      chatReducer(&state, action)
      return []
    }
  }

  struct RecordedReducer<Base: Reducer>: Reducer {
    let base: Base
    let recorder: Recorder<Base.Action, Base.State>

    func reduce(state: inout Base.State, action: Base.Action) -> [Effect<Base.Action>] {
      recorder.record(action, into: &state) { state, action in
        base.reduce(state: &state, action: action)
      }
    }
  }

  static func record(to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

    let store = Store(
      initialState: ChatState(), reducer: RecordedReducer(base: ChatReducer(), recorder: recorder))

    for action in chatScript { store.dispatch(action) }
    recorder.close()
    return store.state
  }
}
