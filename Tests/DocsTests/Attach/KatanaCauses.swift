import KatanaLike
import RexRecorder

struct CausedDispatch: Dispatchable {
  var dispatchable: any Dispatchable
  var cause: Int?
}

enum KatanaCauses: CausesExample {
  typealias Post = KatanaExample.Post

  /// Work that dispatches the answer to an action.
  struct Answer: AnySideEffect {
    let action: ChatAction
    let recorder: Recorder<any AnyStateUpdater, ChatState>

    func sideEffect(_ context: any AnySideEffectContext) {
      guard let next = answer(to: action) else { return }

      context.dispatch(
        CausedDispatch(dispatchable: Post(action: next), cause: recorder.currentCause))
    }
  }

  nonisolated static func record(to path: String) throws {
    let recorder = try Recorder<any AnyStateUpdater, ChatState>(
      path: path, app: "Chat", actions: KatanaExample.actions)
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
    let answering: StoreInterceptor = { context in
      { next in
        { dispatchable in
          try next(dispatchable)
          guard let post = dispatchable as? Post else { return }
          let answer = Answer(action: post.action, recorder: recorder)
          context.dispatch(CausedDispatch(dispatchable: answer, cause: recorder.currentCause))
        }
      }
    }

    let causes: StoreInterceptor = { _ in
      { next in
        { dispatchable in
          let caused = dispatchable as? CausedDispatch
          try recorder.withCause(caused?.cause) {
            try recorder.handling { try next(caused?.dispatchable ?? dispatchable) }
          }
        }
      }
    }

    let store = Store<ChatState>(interceptors: [causes, answering, recording])
    for action in [ChatAction.post("ping"), .post("bye")] {
      store.dispatch(Post(action: action))
      _ = store.state
    }
    recorder.close()
  }
}
