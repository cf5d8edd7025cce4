import ComposableLike
import RexCommands

extension ComposableExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat") {
      (state: inout Feature.State, action: Feature.Action) in
      Feature()._reduce(into: &state, action: action)
    }
  }
}
