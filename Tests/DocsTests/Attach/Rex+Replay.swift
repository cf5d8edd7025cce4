import RexCommands
import RexLike

extension RexExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat") { (state: inout ChatState, action: ChatAction) in
      ChatReducer().reduce(state: &state, action: action)
    }
  }
}
