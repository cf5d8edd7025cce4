import RexCommands
import RexStore

enum StoreReplayExample {
  static let reducer = Reducer<ChatAction, ChatState> { action, state in
    chatReducer(&state, action)
  }

  static let app = ReplayableApp(name: "Chat", reducer: reducer.reduce)
}
