import RexCommands

extension RegistryExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "App", actions: actions, reducer: appEventReducer)
  }
}
