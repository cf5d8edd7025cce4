import RexCommands
import SwiftRexLike

extension SwiftRexExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat") { (action: ChatAction, state: inout ChatState) in
      appReducer.reduce(action, &state)
    }
  }
}
