import ComposableLike
import RexCommands

extension ComposableStateExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat", reducer: inboxReducer)
  }
}
