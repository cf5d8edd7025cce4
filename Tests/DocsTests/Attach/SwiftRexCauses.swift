import RexRecorder
import SwiftRexLike

enum SwiftRexCauses: CausesExample {
  /// The action that was reduced last; used on the store's queue alone.
  final class Handled {
    var seq: Int?
  }

  nonisolated static func record(to path: String) throws {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let appReducer = SwiftRexExample.appReducer
    let appMiddleware: Middleware<ChatAction, ChatState> = { action, _, _ in
      answer(to: action).map { next in IO { output in output(next) } }
    }

    let handled = Handled()
    let recorded = Reducer<Caused<ChatAction>, ChatState>.reduce { action, state in
      handled.seq = recorder.withCause(action.cause) {
        recorder.record(action.value, into: &state) { state, action in
          appReducer.reduce(action, &state)
        }
      }
    }
    let caused: Middleware<Caused<ChatAction>, ChatState> = { action, source, state in
      appMiddleware(action.value, source, state).map { effect in
        IO { output in
          let seq = handled.seq
          effect.map { Caused($0, by: seq) }.run(output)
        }
      }
    }

    let store = Store(initialState: ChatState(), reducer: recorded, middlewares: [caused])
    for action in [ChatAction.post("ping"), .post("bye")] {
      store.dispatch(Caused(action, by: nil))
      _ = store.state
    }
    recorder.close()
  }
}
