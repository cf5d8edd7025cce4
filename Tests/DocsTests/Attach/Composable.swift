import ComposableLike
import Foundation
import RexRecorder

enum ComposableExample: AttachExample {
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

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<Feature.Action, Feature.State>(path: path, app: "Chat")

    let store = Store(initialState: Feature.State()) {
      Reduce<Feature.State, Feature.Action> { state, action in
        recorder.record(action, into: &state) { state, action in featureReducer(&state, action) }
      }
    }

    for action in script { store.send(action) }
    recorder.close()
    return store.withState { $0 }
  }
}

typealias Feature = ComposableExample.Feature

/// The recorder of an app.
func composableRecorder(
  sessionsIn folder: URL
) throws -> Recorder<Feature.Action, Feature.State> {
  let recorder = try Recorder<Feature.Action, Feature.State>(sessionsIn: folder, app: "Chat")

  return recorder
}

@Sendable func featureReducer(
  _ state: inout Feature.State, _ action: Feature.Action
) -> Effect<Feature.Action> {
  Feature()._reduce(into: &state, action: action)
}
