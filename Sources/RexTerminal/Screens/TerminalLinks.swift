/// Hyperlinks in a terminal (OSC 8).
package enum TerminalLinks {
  /// Whether the terminal of an environment is known to show links.
  ///
  /// `FORCE_HYPERLINK` decides if it is set, `0` for none; `NO_COLOR` turns them off.
  package static func areShown(in environment: [String: String]) -> Bool {
    let type = environment["TERM"] ?? ""
    guard (environment["NO_COLOR"] ?? "").isEmpty, !type.isEmpty, type != "dumb" else {
      return false
    }
    if let choice = environment["FORCE_HYPERLINK"], !choice.isEmpty { return choice != "0" }
    // A multiplexer passes the variables of the terminal on, and may not know the sequence.
    guard !type.hasPrefix("screen"), !type.hasPrefix("tmux") else { return false }
    // Earlier ones crash on a link.
    if let version = environment["VTE_VERSION"].flatMap(Int.init) { return version >= 5000 }
    return types.contains(where: type.contains)
      || programs.contains(environment["TERM_PROGRAM"] ?? "")
      || ["KONSOLE_VERSION", "WT_SESSION"].contains { environment[$0] != nil }
  }

  private static let types = ["kitty", "alacritty", "wezterm", "ghostty", "foot", "contour"]
  private static let programs = ["iTerm.app", "WezTerm", "ghostty", "vscode"]
}
