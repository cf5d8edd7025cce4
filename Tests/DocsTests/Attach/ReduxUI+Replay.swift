import ReduxUILike
import RexCommands

extension ReduxUIExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat") { (state: inout ChatState, action: ChatAction) in
      ChatReducer().reduce(&state, action: action, performRoute: { _ in })
    }
  }
}
