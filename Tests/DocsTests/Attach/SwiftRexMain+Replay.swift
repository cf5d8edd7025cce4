import RexCommands
import SwiftRexMainLike

extension SwiftRexMainExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat") { (action: ChatAction, state: inout ChatState) in
      appReducer.reduce(action).runEndoMut(&state)
    }
  }
}
