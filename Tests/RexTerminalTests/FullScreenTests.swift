#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A full screen on a real terminal.
  @Suite(.enabled(if: Tmux.path != nil, "tmux is not installed"), .serialized)
  struct FullScreenTests {
    private let app = BuiltProducts.url("ScreenApp").path

    @Test func keysTheSizeAndWakeUpsAreShownAtOnce() throws {
      let tmux = try Tmux("echo before; \(app); echo after")
      try tmux.wait(for: "80 × 24 漢字 🎉 end\n  begun" + blank(22) + ":")
      #expect(try modes(of: tmux) == "1 1 1 0")
      try tmux.press("漢x", "Left")
      try tmux.wait(for: ":漢x")
      #expect(try tmux.value(of: "cursor_x") == "3")
      try tmux.press("C-e", "C-u")
      try tmux.enter("wake")
      try tmux.wait(for: "  begun\n  woken" + blank(21) + ":")
      try tmux.resize(columns: 60, rows: 10)
      try tmux.wait(for: "60 × 10 漢字 🎉 end\n  begun\n  woken\n  changed" + blank(6) + ":")
      // A click on the third row.
      try tmux.press("-l", "\u{1B}[<0;5;3M")
      try tmux.wait(for: "  changed\n  press(0) in 2" + blank(5) + ":")
      try tmux.enter("quit")
      try tmux.wait(for: "before\nafter")
      #expect(try modes(of: tmux) == "0 0 0 1")
    }

    @Test func keysAreReadBetweenAnyNumberOfWakeUps() throws {
      let tmux = try Tmux("\(app); echo after")
      try tmux.wait(for: ":")
      try tmux.enter("wait")
      try tmux.wait(for: "  begun\n  nothing" + blank(21) + ":")
      try tmux.enter("storm")
      try tmux.wait(for: "  woken" + blank(20) + ":")
      // Nothing follows it, which is known only after a while.
      try tmux.press("Escape")
      try tmux.wait(for: "  Escape\n  woken" + blank(19) + ":")
      try tmux.enter("quit")
      try tmux.wait(for: "after")
    }

    @Test func aStoppedScreenIsLeftAndShownAgain() throws {
      let tmux = try Tmux("exec sh -i")
      try tmux.wait(for: "sh>")
      try tmux.enter(app)
      try tmux.wait(for: ":")
      for count in 0..<2 {
        try tmux.press("C-z")
        try tmux.wait(for: "sh>")
        #expect(try modes(of: tmux) == "0 0 0 1")
        try tmux.enter("fg")
        try tmux.wait(for: "changed" + blank(21 - count) + ":")
        #expect(try modes(of: tmux) == "1 1 1 0")
        try tmux.press("x", "BSpace")
      }
      // Ended while it is stopped, it does not take the terminal again.
      try tmux.press("C-z")
      try tmux.wait(for: "sh>")
      try tmux.enter("kill %1; kill -CONT %1; until wait %1; [ $? = 143 ]; do sleep 0.1; done")
      try tmux.enter("jobs > jobs; clear; echo ended")
      try tmux.wait(for: "ended\nsh>")
      #expect(try modes(of: tmux) == "0 0 0 1")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
    func aSignalRestoresTheTerminal(_ signal: Int32) throws {
      let tmux = try Tmux("sh -c 'echo $$ > process; exec \(app)'; stty -a > modes; echo after")
      try tmux.wait(for: ":")
      let process = try tmux.text(of: "process").trimmingCharacters(in: .newlines)
      kill(try #require(Int32(process)), signal)
      try expectRestored(tmux)
    }

    @Test(arguments: ["trap", "overflow", "exit"])
    func aCrashRestoresTheTerminal(_ way: String) throws {
      let tmux = try Tmux("\(app) 2> /dev/null; stty -a > modes; echo after")
      try tmux.wait(for: ":")
      try tmux.enter(way)
      try expectRestored(tmux)
    }

    private func expectRestored(_ tmux: Tmux) throws {
      let terminal = try tmux.text(of: "modes")
      #expect(terminal.contains("isig icanon ") && terminal.contains(" echo "))
      try tmux.wait(for: "after")
      #expect(try modes(of: tmux) == "0 0 0 1")
    }

    /// The alternate screen, drags and clicks in SGR's form, and whether lines wrap.
    private func modes(of tmux: Tmux) throws -> String? {
      try tmux.value(
        of: "alternate_on} #{mouse_button_flag} #{mouse_sgr_flag} #{wrap_flag")
    }

    private func blank(_ count: Int) -> String { String(repeating: "\n", count: count) }
  }
#endif
