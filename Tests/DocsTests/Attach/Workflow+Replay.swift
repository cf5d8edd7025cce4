import RexCommands
import WorkflowLike

extension WorkflowExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat", reducer: chatReducer)
  }
}
