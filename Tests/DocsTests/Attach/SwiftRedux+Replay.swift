import RexCommands
import SwiftReduxLike

extension SwiftReduxExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat") { (state: ChatState, action: ChatAction) in
      ChatReducer().reduce(state, with: action)
    }
  }
}
