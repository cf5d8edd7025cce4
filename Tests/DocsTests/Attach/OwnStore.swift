import RexRecorder

enum OwnStoreExample: AttachExample {
  final class ChatStore {
    private(set) var state = ChatState()
    let recorder: Recorder<ChatAction, ChatState>

    init(recorder: Recorder<ChatAction, ChatState>) { self.recorder = recorder }

    func send(_ action: ChatAction) {
      recorder.record(action, into: &state) { state, action in
        chatReducer(&state, action)
      }
    }
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

    let store = ChatStore(recorder: recorder)
    for action in script { store.send(action) }
    recorder.close()
    return store.state
  }
}
