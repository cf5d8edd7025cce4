import RexRecorder
import SwiftRexLike

enum SwiftRexExample: AttachExample {
  static var appReducer: Reducer<ChatAction, ChatState> {
    .reduce { action, state in chatReducer(&state, action) }
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")

    let recorded = Reducer.reduce(recorder.recording(appReducer.reduce))

    let subject = UnfailableReplayLastSubjectType.combine(initialValue: ChatState())
    let store = ReduxStoreBase(
      subject: subject, reducer: recorded,
      middleware: IdentityMiddleware<ChatAction, ChatAction, ChatState>())
    // The name is SwiftRex', though RexRecorder has sources, too.
    let source: ActionSource = .here()
    for action in script { store.dispatch(action, from: source) }
    recorder.close()
    return subject.value()
  }
}
