import KatanaLike
import RexRecorder

extension ChatState: State {}

enum KatanaExample: AttachExample {
  struct Post: StateUpdater, Codable {
    var action: ChatAction

    func updateState(_ state: inout ChatState) { chatReducer(&state, action) }
  }

  static let actions: ActionRegistry<any AnyStateUpdater> = [Post.self]

  static func record(to path: String) throws -> ChatState {
    let recorder = try Recorder<any AnyStateUpdater, ChatState>(
      path: path, app: "Chat", actions: actions)

    let recording: StoreInterceptor = { context in
      let looking = recorder.curriedMiddleware()({ _ in }, { context.getAnyState() as? ChatState })
      return { next in
        { dispatchable in
          guard let updater = dispatchable as? any AnyStateUpdater else {
            return try next(dispatchable)
          }
          looking { try? next($0) }(updater)
        }
      }
    }

    let store = Store<ChatState>(interceptors: [recording])
    for action in chatScript { store.dispatch(Post(action: action)) }
    let state = store.state
    recorder.close()
    return state
  }
}
