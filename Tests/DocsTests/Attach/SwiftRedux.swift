import RexRecorder
import SwiftReduxLike

enum SwiftReduxExample: AttachExample {
  struct ChatReducer: Reducer {
    func reduce(_ oldState: ChatState, with action: ChatAction) -> ChatState {
      reduced(oldState, action)
    }
  }

  struct RecordedReducer<Base: Reducer>: Reducer where Base.State: Encodable {
    let base: Base
    let recorder: Recorder<Base.Action, Base.State>

    func reduce(_ oldState: Base.State, with action: Base.Action) -> Base.State {
      recorder.recording(base.reduce(_:with:))(oldState, action)
    }
  }

  static func record(_ script: [ChatAction], to path: String) async throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

    let store = Store(
      initialState: ChatState(),
      reducer: RecordedReducer(base: ChatReducer(), recorder: recorder))

    for action in script { await store.send(action) }
    recorder.close()
    return ChatState(
      messages: store.messages, removedCount: store.removedCount, accessToken: store.accessToken)
  }
}
