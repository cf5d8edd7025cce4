public import RexReplayer

/// The command line tool with an app's reducer built in.
///
///     @main enum ChatReplay: ReplayTool {
///       static let app = ReplayableApp(name: "TeamChat", reducer: teamChatReducer)
///     }
///
/// A tool for several apps also has `apps`; the name in a log selects the app:
///
///     @main enum Replay: ReplayTool {
///       static let app = ReplayableApp(name: "Chat", reducer: chatReducer)
///       static let apps = [app, ReplayableApp(name: "Player", reducer: playerReducer)]
///     }
public protocol ReplayTool {
  /// The app whose logs this tool replays.
  static var app: ReplayableApp { get }
  /// All apps whose logs this tool replays; by default, the only one.
  static var apps: [ReplayableApp] { get }
}

extension ReplayTool {
  /// The only app.
  public static var apps: [ReplayableApp] { [app] }

  /// Runs the command in the process's arguments, and exits with its status.
  public static func main() { commandLine.main() }

  static var commandLine: ReplayCommandLine {
    ReplayCommandLine(name: CommandLine.arguments.first.map(lastComponent) ?? "replay", apps: apps)
  }
}

private func lastComponent(_ path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}
