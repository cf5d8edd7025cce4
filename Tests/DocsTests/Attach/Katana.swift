import KatanaLike
import RexRecorder

extension ChatState: State {}

enum KatanaExample: AttachExample {
  struct Post: StateUpdater, Codable {
    var action: ChatAction

    func updateState(_ state: inout ChatState) { chatReducer(&state, action) }
  }

  static let actions: ActionRegistry<any AnyStateUpdater> = [Post.self]

  static func record(_ script: [ChatAction], to path: String) async throws -> ChatState {
    let recorder = try Recorder<any AnyStateUpdater, ChatState>(
      path: path, app: "Chat", actions: actions)

    let store = Store<ChatState, EmptySideEffectDependencyContainer>(
      interceptors: [recording(by: recorder)])
    for action in script.dropLast() { store.dispatch(Post(action: action)) }
    if let last = script.last { await isDone(store.dispatch(Post(action: last))) }
    recorder.close()
    return store.state
  }

  static func recording(
    by recorder: Recorder<any AnyStateUpdater, ChatState>
  ) -> StoreInterceptor {
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

    return recording
  }

  /// Waits for an updater, and so for all that were dispatched before it.
  static func isDone(_ promise: Promise<Void>) async {
    await withCheckedContinuation { isDone in promise.then { _ in isDone.resume() } }
  }
}
