import KatanaLike
import RexCommands

extension KatanaExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat", actions: actions) {
      (updater: any AnyStateUpdater, state: inout ChatState) in
      if let next = updater.updatedState(currentState: state) as? ChatState { state = next }
    }
  }
}
