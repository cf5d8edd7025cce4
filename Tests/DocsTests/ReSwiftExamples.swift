import LookAlikes
import RexRecorder

// The Swift of docs/attach.md for ReSwift, compiled against a look-alike by its names of version 6.

private protocol Action {}

private typealias Store<State> = SynchronousStore<any Action, State>

private struct AppState: Codable {
  var count = 0
}

private struct Add: Action, Codable {
  var count: Int
}

private func appReducer(_ action: any Action, _ state: AppState?) -> AppState {
  var state = state ?? AppState()
  if let add = action as? Add { state.count += add.count }
  return state
}

private func logger(
  _ dispatch: @escaping (any Action) -> Void, _ getState: @escaping () -> AppState?
) -> (_ next: @escaping (any Action) -> Void) -> (any Action) -> Void {
  { next in { action in next(action) } }
}

private func attachToReducer(_ recorder: Recorder<any Action, AppState>) {
  let store = Store(reducer: recorder.recording(appReducer), state: nil)

  store.dispatch(Add(count: 1))
}

private func attachAsMiddleware(_ recorder: Recorder<any Action, AppState>) {
  let store = Store(
    reducer: appReducer, state: AppState(), middleware: [logger, recorder.curriedMiddleware()])

  store.dispatch(Add(count: 1))
}
