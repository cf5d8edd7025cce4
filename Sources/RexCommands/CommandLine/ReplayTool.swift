public import RexReplayer

/// The command line tool with an app's reducer built in.
///
///     @main enum ChatReplay: ReplayTool {
///       static let app = ReplayableApp(name: "TeamChat", reducer: teamChatReducer)
///     }
public protocol ReplayTool {
  /// The app whose logs this tool replays.
  static var app: ReplayableApp { get }
}

extension ReplayTool {
  /// Runs the command in the process's arguments, and exits with its status.
  public static func main() {
    ReplayCommandLine(name: CommandLine.arguments.first.map(lastComponent) ?? "replay", apps: [app])
      .main()
  }
}

private func lastComponent(_ path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}
