import RexLike
import RexRecorder

extension ChatState: Statable {}
extension ChatAction: Actionable {}

enum RexExample: AttachExample {
  struct ChatReducer: Reducer {
    func reduce(state: inout ChatState, action: ChatAction) -> [Effect<ChatAction>] {
      chatReducer(&state, action)
      return answer(to: action).map { [.just($0)] } ?? []
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

  static func record(_ script: [ChatAction], to path: String) async throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

    let store = Store(
      initialState: ChatState(), reducer: RecordedReducer(base: ChatReducer(), recorder: recorder))

    var expected = ChatState()
    for (index, action) in script.enumerated() {
      store.dispatch(action)
      chatReducer(&expected, action)
      // The store may lose one of two actions that are dispatched at the same time.
      while await store.state != expected || recorder.statistics.actionCount <= index {}
    }
    recorder.close()
    return expected
  }
}

enum RexCauses: CausesExample {
  struct RecordedReducer<Base: Reducer>: Reducer {
    let base: Base
    let recorder: Recorder<Base.Action, Base.State>

    func reduce(state: inout Base.State, action: Base.Action) -> [Effect<Base.Action>] {
      recorder.record(action, into: &state) { state, action, seq in
        base.reduce(state: &state, action: action).map { effect in
          Effect { emitter in
            await recorder.withCause(seq) { await effect.run { emitter.send($0) } }
          }
        }
      }
    }
  }

  static func record(rounds: Int, to path: String) async throws {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let store = Store(
      initialState: ChatState(),
      reducer: RecordedReducer(base: RexExample.ChatReducer(), recorder: recorder))
    var expected = ChatState()
    var count = 0
    for action in causesScript(rounds: rounds) {
      store.dispatch(action)
      var next = Optional(action)
      while let action = next {
        chatReducer(&expected, action)
        (count, next) = (count + 1, answer(to: action))
      }
      while await store.state != expected || recorder.statistics.actionCount < count {}
    }
    recorder.close()
  }
}
