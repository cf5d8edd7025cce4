import RexRecorder

enum ActorExample: AttachExample {
  actor ChatStore {
    private(set) var state = ChatState()
    private let recorder: Recorder<ChatAction, ChatState>

    init(recorder: Recorder<ChatAction, ChatState>) { self.recorder = recorder }

    func send(
      _ action: ChatAction,
      file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
      recorder.record(
        action, into: &state, source: .here(file: file, function: function, line: line)
      ) { state, action in
        chatReducer(&state, action)
      }
    }
  }

  static func record(_ script: [ChatAction], to path: String) async throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let store = ChatStore(recorder: recorder)
    await withTaskGroup(of: Void.self) { group in
      for action in script { group.addTask { await store.send(action) } }
    }
    recorder.close()
    return await store.state
  }

  typealias ChatReplay = OwnStoreExample.ChatReplay
}
