import RexRecorder
import SwiftRexLike

enum SwiftRexCauses: CausesExample {
  /// The number of an action; used on the main queue alone.
  final class Handled {
    var seq: Int?
  }

  /// A middleware whose effects dispatch actions with their cause.
  struct CausedMiddleware<Base: MiddlewareProtocol>: MiddlewareProtocol {
    let base: Base
    let handled: Handled

    func handle(
      action: Caused<Base.InputActionType>, from source: ActionSource,
      state: @escaping GetState<Base.StateType>
    ) -> IO<Caused<Base.OutputActionType>> {
      let effect = base.handle(action: action.value, from: source, state: state)
      let started = Handled()
      return IO { _ in started.seq = handled.seq } <> effect.map { Caused($0, by: started.seq) }
    }
  }

  static func record(rounds: Int, to path: String) throws {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let appReducer = SwiftRexExample.appReducer
    let appMiddleware = AnyMiddleware<ChatAction, ChatAction, ChatState> { action, source, _ in
      guard let next = answer(to: action) else { return .pure() }
      return IO { output in output.dispatch(next, from: source) }
    }

    let handled = Handled()
    let recorded = Reducer<Caused<ChatAction>, ChatState>.reduce { action, state in
      handled.seq = recorder.withCause(action.cause) {
        recorder.record(action.value, into: &state) { state, action in
          appReducer.reduce(action, &state)
        }
      }
    }
    let store = ReduxStoreBase(
      subject: .combine(initialValue: ChatState()), reducer: recorded,
      middleware: CausedMiddleware(base: appMiddleware, handled: handled))

    for action in causesScript(rounds: rounds) { store.dispatch(Caused(action, by: nil)) }
    recorder.close()
  }
}
