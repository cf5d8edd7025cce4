import KatanaLike
import RexRecorder

/// An updater, and the number of the action that caused it.
struct CausedUpdater: AnyStateUpdater {
  var updater: any AnyStateUpdater
  var cause: Int?

  func updatedState(currentState: any State) -> any State {
    updater.updatedState(currentState: currentState)
  }
}

enum KatanaCauses: CausesExample {
  typealias Post = KatanaExample.Post

  /// Work that dispatches an action, and knows its cause.
  struct Send: SideEffect {
    let action: ChatAction
    let cause: Int?

    func sideEffect(
      _ context: SideEffectContext<ChatState, EmptySideEffectDependencyContainer>
    ) throws {
      context.dispatch(CausedUpdater(updater: Post(action: action), cause: cause))
    }
  }

  static func record(rounds: Int, to path: String) async throws {
    let recorder = try Recorder<any AnyStateUpdater, ChatState>(
      path: path, app: "Chat", actions: KatanaExample.actions)
    let (answered, continuation) = AsyncStream<Void>.makeStream()

    let causes: StoreInterceptor = { _ in
      { next in
        { dispatchable in
          let caused = dispatchable as? CausedUpdater
          try recorder.withCause(caused?.cause) {
            try recorder.handling { try next(caused?.updater ?? dispatchable) }
          }
        }
      }
    }

    let store = Store<ChatState, EmptySideEffectDependencyContainer>(interceptors: [
      causes, answering(by: recorder, whenDone: continuation),
      KatanaExample.recording(by: recorder),
    ])
    var answers = answered.makeAsyncIterator()
    for action in causesScript(rounds: rounds) {
      store.dispatch(Post(action: action))
      await answers.next()
    }
    recorder.close()
  }

  /// Dispatches the answer to `ping` by an updater, and that to `pong` by a side effect.
  private static func answering(
    by recorder: Recorder<any AnyStateUpdater, ChatState>,
    whenDone done: AsyncStream<Void>.Continuation
  ) -> StoreInterceptor {
    { context in
      { next in
        { dispatchable in
          try next(dispatchable)
          guard let post = dispatchable as? Post else { return }
          guard let next = answer(to: post.action) else {
            done.yield()
            return
          }
          if case .post("pong") = post.action {
            context.dispatch(Send(action: next, cause: recorder.currentCause))
            return
          }

          context.dispatch(
            CausedUpdater(updater: Post(action: next), cause: recorder.currentCause))
        }
      }
    }
  }
}
