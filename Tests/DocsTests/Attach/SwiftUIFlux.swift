import Dispatch
import RexRecorder
import SwiftUIFluxLike

extension ChatState: FluxState {}
extension ChatAction: Action {}

enum SwiftUIFluxExample: AttachExample {
  static let actions: ActionRegistry<any Action> = [ChatAction.self]

  @Sendable static func appStateReducer(state: ChatState, action: any Action) -> ChatState {
    (action as? ChatAction).map { reduced(state, $0) } ?? state
  }

  static func record(_ script: [ChatAction], to path: String) async throws -> ChatState {
    let recorder = try Recorder<any Action, ChatState>(path: path, app: "Chat", actions: actions)

    let store = Store<ChatState>(
      reducer: recorder.recording(appStateReducer), middleware: [], state: ChatState())

    for action in script { store.dispatch(action: action) }
    await withCheckedContinuation { isDone in DispatchQueue.main.async { isDone.resume() } }
    recorder.close()
    return store.state
  }
}
