import RexCommands
import RexStore

enum StoreReplayExample {
  static let reducer = Reducer(chatReducer)

  static let app = ReplayableApp(name: "Chat", reducer: reducer.reduce)
}
