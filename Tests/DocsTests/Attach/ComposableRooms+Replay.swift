import ComposableLike
import RexCommands

extension ComposableRoomsExample {
  enum RoomsReplay: ReplayTool {
    static let app = ReplayableApp(name: "Rooms") {
      (state: inout Rooms.State, recorded: RoomsEvent) in
      guard let action = recorded.action(in: state) else { return }
      _ = Rooms()._reduce(into: &state, action: action)
    }
  }
}
