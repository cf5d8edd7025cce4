import ReactorKitLike
import RexRecorder

enum ReactorKitExample: AttachExample {
  final class ChatReactor: Reactor {
    typealias Action = ChatAction
    typealias Mutation = ChatAction
    typealias State = ChatState

    let initialState = ChatState()
    private let recorder: Recorder<Mutation, State>

    init(recorder: Recorder<Mutation, State>) { self.recorder = recorder }

    func reduce(state: State, mutation: Mutation) -> State {
      recorder.recording(Self.reduced)(state, mutation)
    }

    @Sendable static func reduced(_ state: State, _ mutation: Mutation) -> State {
      var state = state
      chatReducer(&state, mutation)
      return state
    }
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let reactor = ChatReactor(recorder: recorder)
    for action in script { reactor.action.onNext(action) }
    recorder.close()
    return reactor.currentState
  }
}
