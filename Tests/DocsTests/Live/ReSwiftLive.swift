import ReSwiftLike
import RexActions
import RexLive
import RexRecorder

private let appReducer = ReSwiftExample.appReducer

struct Shown: Action {
  let state: ChatState
}

@MainActor final class LiveChat {
  private final class Sent {
    var source: ActionSource?
  }

  private let sent = Sent()
  let store: Store<ChatState>

  init(recorder: Recorder<any Action, ChatState>, link: LiveLink<any Action, ChatState>) {
    store = Store(
      reducer: { [sent] action, state in
        if let shown = action as? Shown {
          recorder.recordReplacement(by: shown.state, source: .here(info: "live"))
          return shown.state
        }
        var state = state ?? ChatState()
        recorder.record(action, into: &state, source: sent.source) { state, action in
          state = appReducer(action, state)
        }
        return state
      },
      state: ChatState(),
      middleware: [dropping(createThunkMiddleware(), while: { link.isHeld })])
    link.accept(
      jump: { state in
        Task { @MainActor in self.store.dispatch(Shown(state: state)) }
      },
      dispatch: { action in
        nonisolated(unsafe) let action = action
        Task { @MainActor in
          self.sent.source = .here(info: "live")
          self.store.dispatch(action)
          self.sent.source = nil
        }
      })
  }
}

/// Drops what the middleware dispatches, also for actions that are sent while a state is shown.
func dropping<State>(
  _ middleware: @escaping Middleware<State>, while isHeld: @escaping () -> Bool
) -> Middleware<State> {
  { dispatch, getState in
    middleware({ action in if !isHeld() { dispatch(action) } }, getState)
  }
}
