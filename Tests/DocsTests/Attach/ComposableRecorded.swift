import ComposableLike
import RexRecorder

extension Reducer {
  func recorded(by recorder: Recorder<Action, State>) -> Reduce<State, Action> {
    Reduce { state, action in
      recorder.record(action, into: &state) { state, action in
        self._reduce(into: &state, action: action)
      }
    }
  }
}

enum ComposableRecordedExample: AttachExample {
  typealias ChatReplay = ComposableExample.ChatReplay

  @MainActor static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<Feature.Action, Feature.State>(path: path, app: "Chat")

    let store = Store(initialState: Feature.State()) {
      Feature().recorded(by: recorder)
    }

    for action in script { store.send(action) }
    recorder.close()
    return store.withState { $0 }
  }
}
