import RexRecorder

enum StreamExample: AttachExample {
  static func record(_ script: [ChatAction], to path: String) async throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let (actions, continuation) = AsyncStream<ChatAction>.makeStream()
    for action in script { continuation.yield(action) }
    continuation.finish()
    var state = ChatState()

    for await action in actions {
      recorder.record(action, into: &state) { state, action in chatReducer(&state, action) }
    }

    recorder.close()
    return state
  }

  typealias ChatReplay = OwnStoreExample.ChatReplay
}
