import RexRecorder

// The Swift of docs/attach.md for SwiftRex, compiled against its names of version 0.8.

private struct Reducer<ActionType, StateType> {
  let reduce: (ActionType, inout StateType) -> Void

  static func reduce(_ reduce: @escaping (ActionType, inout StateType) -> Void) -> Reducer {
    Reducer(reduce: reduce)
  }
}

private struct AppState: Codable {
  var count = 0
}

private enum AppAction: Codable {
  case add(Int)
}

private func attach(
  _ recorder: Recorder<AppAction, AppState>, around appReducer: Reducer<AppAction, AppState>
) {
  let recorded = Reducer.reduce(recorder.recording(appReducer.reduce))

  var state = AppState()
  recorded.reduce(.add(1), &state)
}
