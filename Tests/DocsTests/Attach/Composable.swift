import ComposableLike
import RexRecorder

enum ComposableExample: AttachExample {
  struct Feature: Reducer {
    typealias State = ChatState
    typealias Action = ChatAction

    var body: some Reducer<ChatState, ChatAction> {
      Reduce { state, action in
        chatReducer(&state, action)
        return .none
      }
    }
  }

  static func record(to path: String) throws -> ChatState {
    let recorder = try Recorder<Feature.Action, Feature.State>(path: path, app: "Chat")

    let store = Store(initialState: Feature.State()) {
      Reduce<Feature.State, Feature.Action> { state, action in
        recorder.record(action, into: &state) { state, action in
          Feature()._reduce(into: &state, action: action)
        }
      }
    }

    for action in chatScript { store.send(action) }
    recorder.close()
    return store.state
  }
}
