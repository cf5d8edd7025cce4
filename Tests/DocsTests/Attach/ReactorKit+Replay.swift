import ReactorKitLike
import RexCommands

extension ReactorKitExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat", reducer: ChatReactor.reduced)
  }
}
