import ComposableLike
import RexCommands

extension ComposableExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat", reducer: featureReducer)
  }
}
