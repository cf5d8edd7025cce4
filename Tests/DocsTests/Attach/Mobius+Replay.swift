import MobiusLike
import RexCommands

extension MobiusExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat", update: chatUpdate, model: { $0.model })
  }
}
