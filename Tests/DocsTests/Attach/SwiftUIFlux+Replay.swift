import RexCommands
import SwiftUIFluxLike

extension SwiftUIFluxExample {
  enum ChatReplay: ReplayTool {
    static let app = ReplayableApp(name: "Chat", actions: actions, reducer: appStateReducer)
  }
}
