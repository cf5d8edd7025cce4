import RexTerminal
import Testing

/// Links are shown where they are known to be harmless.
@Suite struct TerminalLinksTests {
  @Test(arguments: [
    ["TERM": "xterm-kitty"], ["TERM": "alacritty"], ["TERM": "foot-extra"],
    ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
    ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"],
    ["TERM": "xterm-256color", "VTE_VERSION": "7600"],
    ["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"],
    ["TERM": "screen", "FORCE_HYPERLINK": "1"],
  ])
  func aTerminalThatHasThemIsKnown(_ environment: [String: String]) {
    #expect(TerminalLinks.areShown(in: environment))
    for off in [["NO_COLOR": "1"], ["FORCE_HYPERLINK": "0"], ["TERM": "dumb"], ["TERM": ""]] {
      #expect(!TerminalLinks.areShown(in: environment.merging(off) { $1 }), "\(off)")
    }
  }

  @Test(arguments: [
    [:], ["TERM": "xterm-256color"], ["TERM": "linux"],
    ["TERM": "xterm-256color", "VTE_VERSION": "4804"],
    ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"],
    ["TERM": "screen-256color", "TERM_PROGRAM": "iTerm.app"],
    ["TERM": "tmux-256color", "VTE_VERSION": "7600"],
  ])
  func othersGetNone(_ environment: [String: String]) {
    #expect(!TerminalLinks.areShown(in: environment))
  }
}
