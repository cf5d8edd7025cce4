import ReduxUILike
import RexRecorder

extension ChatState: AnyState {}
extension ChatAction: AnyAction {}

enum ReduxUIExample: AttachExample {
  enum ChatRoute: AnyRoute {
    case home
  }

  struct ChatReducer: Reducer {
    func reduce(
      _ state: inout ChatState, action: ChatAction,
      performRoute: @escaping (_ route: ChatRoute) -> Void
    ) {
      chatReducer(&state, action)
    }
  }

  struct RecordedReducer<Base: Reducer>: Reducer where Base.State: Encodable {
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

  static func record(to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let store = Store(
      initialState: ChatState(), coordinator: { _ in },
      reducer: RecordedReducer(base: ChatReducer(), recorder: recorder))
    for action in chatScript { store.dispatch(action) }
    recorder.close()
    return store.state
  }
}
