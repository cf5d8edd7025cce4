import RexCommands

nonisolated enum ChatReplay: ReplayTool {
  static let app = ReplayableApp(name: "Chat", reducer: chatReducer)
}
