import Observation
import RexRecorder

enum ObservableExample: AttachExample {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor @Observable final class ChatModel {
    private(set) var state = ChatState()
    @ObservationIgnored private let recorder: Recorder<ChatAction, ChatState>

    init(recorder: Recorder<ChatAction, ChatState>) { self.recorder = recorder }

    func send(_ action: ChatAction) {
      recorder.record(action, into: &state) { state, action in chatReducer(&state, action) }
    }
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else {
      return try OwnStoreExample.record(script, to: path)
    }
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let model = ChatModel(recorder: recorder)
    for action in script { model.send(action) }
    recorder.close()
    return model.state
  }

  typealias ChatReplay = OwnStoreExample.ChatReplay
}
