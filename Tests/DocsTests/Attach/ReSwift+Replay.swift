import ReSwiftLike
import RexCommands

extension ReSwiftExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat", actions: actions, reducer: appReducer)
  }
}
