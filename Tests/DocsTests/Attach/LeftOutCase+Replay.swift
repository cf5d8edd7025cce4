import RexCommands

extension LeftOutCaseExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Photos", reducer: photoReducer)
  }
}
