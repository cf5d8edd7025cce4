import RexCommands

extension OwnStoreExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat", reducer: chatReducer)
  }
}
