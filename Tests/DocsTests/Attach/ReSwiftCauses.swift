import ReSwiftLike
import RexRecorder

enum ReSwiftCauses: CausesExample {
  static func record(rounds: Int, to path: String) throws {
    try record(rounds: rounds, to: path) { recorder in
      let appReducer: Reducer<ChatState> = ReSwiftExample.appReducer

      let causes: Middleware<ChatState> = { _, _ in
        { next in { action in recorder.handling { next(action) } } }
      }

      return Store(
        reducer: recorder.recording(appReducer), state: ChatState(),
        middleware: [causes, createThunkMiddleware(), answering])
    }
  }

  /// Plays the session with a store around a recorder.
  static func record(
    rounds: Int, to path: String,
    with makeStore: (Recorder<any Action, ChatState>) -> Store<ChatState>
  ) throws {
    let recorder = try Recorder<any Action, ChatState>(
      path: path, app: "Chat", actions: ReSwiftExample.actions)
    let store = makeStore(recorder)
    for action in causesScript(rounds: rounds) {
      store.dispatch(Thunk<ChatState> { dispatch, _ in dispatch(action) })
    }
    recorder.close()
  }

  /// Dispatches the answer to each action once it was reduced; to the pong by a thunk.
  static var answering: Middleware<ChatState> {
    { dispatch, _ in
      { next in
        { action in
          next(action)
          guard let action = action as? ChatAction, let next = answer(to: action) else { return }
          dispatch(Thunk<ChatState> { dispatch, _ in dispatch(next) })
        }
      }
    }
  }
}

/// The same where the reducer is out of reach.
enum ReSwiftMiddlewareCauses: CausesExample {
  static func record(rounds: Int, to path: String) throws {
    try ReSwiftCauses.record(rounds: rounds, to: path) { recorder in
      let causes: Middleware<ChatState> = { _, _ in
        { next in { action in recorder.handling { next(action) } } }
      }
      return Store(
        reducer: ReSwiftExample.appReducer, state: ChatState(),
        middleware: [
          causes, createThunkMiddleware(), ReSwiftCauses.answering, recorder.curriedMiddleware(),
        ])
    }
  }
}
