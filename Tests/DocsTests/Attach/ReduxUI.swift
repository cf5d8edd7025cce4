import ReduxUILike
import RexRecorder

extension ChatState: AnyState {}
extension ChatAction: AnyAction {}

enum ReduxUIExample: AttachExample {
  enum ChatRoute: AnyRoute {
    case home
  }

  struct ChatCoordinator: Coordinator {
    func perform(_ route: ChatRoute) {}
  }

  struct ChatReducer: Reducer {
    typealias Action = ChatAction

    func reduce(
      _ state: inout ChatState, action: ChatAction,
      performRoute: @escaping (_ route: ChatRoute) -> Void
    ) {
      chatReducer(&state, action)
    }
  }

  struct RecordedReducer<Base: Reducer>: Reducer where Base.State: Encodable {
    typealias Action = Base.Action

    let base: Base
    let recorder: Recorder<Base.Action, Base.State>

    func reduce(
      _ state: inout Base.State, action: Base.Action,
      performRoute: @escaping (_ route: Base.Router) -> Void
    ) {
      recorder.record(action, into: &state) { state, action in
        base.reduce(&state, action: action, performRoute: performRoute)
      }
    }
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let recorded = RecordedReducer(base: ChatReducer(), recorder: recorder)
    let store = Store(
      initialState: ChatState(), coordinator: ChatCoordinator().eraseToAnyCoordinator(),
      reducer: recorded.eraseToAnyReducer())
    for action in script { store.dispatch(action) }
    recorder.close()
    return store.state
  }
}
