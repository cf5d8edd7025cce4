import Foundation
import ReSwiftLike
import RexRecorder

extension ChatAction: Action {}

enum ReSwiftExample: AttachExample {
  static let actions: ActionRegistry<any Action> = [ChatAction.self]

  @Sendable static func appReducer(action: any Action, state: ChatState?) -> ChatState {
    (action as? ChatAction).map { reduced(state ?? ChatState(), $0) } ?? state ?? ChatState()
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<any Action, ChatState>(path: path, app: "Chat", actions: actions)

    let store = Store(
      reducer: recorder.recording(appReducer), state: nil, middleware: [createThunkMiddleware()])

    for action in script {
      store.dispatch(Thunk<ChatState> { dispatch, _ in dispatch(action) })
    }
    recorder.close()
    return store.state ?? ChatState()
  }
}

extension ReSwiftExample {
  /// The recorder of an app, which has a folder for its sessions.
  static func appRecorder(folder: URL) throws -> Recorder<any Action, ChatState> {
    let recorder = try Recorder<any Action, ChatState>(
      sessionsIn: folder, app: "Chat", actions: actions)

    return recorder
  }
}

enum ReSwiftMiddlewareExample: AttachExample {
  typealias ChatReplay = ReSwiftExample.ChatReplay

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<any Action, ChatState>(
      path: path, app: "Chat", actions: ReSwiftExample.actions)
    let appReducer: Reducer<ChatState> = ReSwiftExample.appReducer

    let store = Store(
      reducer: appReducer, state: ChatState(),
      middleware: [createThunkMiddleware(), recorder.curriedMiddleware()])

    for action in script { store.dispatch(action) }
    recorder.close()
    return store.state ?? ChatState()
  }
}
