import ComposableLike
import RexRecorder

enum ComposableCauses: CausesExample {
  struct Feature: Reducer {
    typealias State = ChatState
    typealias Action = ChatAction

    var body: some Reducer<ChatState, ChatAction> {
      Reduce { state, action in
        chatReducer(&state, action)
        return answer(to: action).map { .send($0) } ?? .none
      }
    }
  }

  static func record(to path: String) throws {
    let recorder = try Recorder<Feature.Action, Feature.State>(path: path, app: "Chat")

    let store = Store(initialState: Feature.State()) {
      Reduce<Feature.State, Caused<Feature.Action>> { state, action in
        recorder.withCause(action.cause) {
          recorder.record(action.value, into: &state) { state, action, seq in
            Feature()._reduce(into: &state, action: action).map { Caused($0, by: seq) }
          }
        }
      }
    }

    store.send(Caused(.post("ping"), by: nil))
    store.send(Caused(.post("bye"), by: nil))
    recorder.close()
  }
}
