#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The inspector of the built tool on a real terminal.
  @Suite(.enabled(if: Tmux.path != nil, "tmux is not installed"), .serialized)
  struct InspectorTerminalTests {
    private let keys = "? keys  [ ] step  { } same value  / search  u until  : line  q quit"

    @Test func aLogIsOpenedWalkedSearchedAndLeft() throws {
      let tmux = try Tmux("echo before; $tool step $logs/team-chat.jsonl; echo after")
      try tmux.wait(for: keys)
      #expect(try tmux.screen.contains("#0 of 300"))
      try tmux.press("j", "j", "]")
      try wait(tmux, "#3 of 300")
      try tmux.press("u")
      try tmux.enter("count($.messages[*]) > 3")
      try wait(tmux, "#\\d+ of 300 .*")
      try tmux.press("/")
      try tmux.enter("nothing like this")
      try tmux.wait(for: "contains nothing like this")
      // The `:` line has the commands of `step`, and completes them.
      try tmux.press(":", "got", "Tab", "41", "Enter")
      try wait(tmux, "#41 of 300")
      try tmux.press("x")
      try wait(tmux, "branch b1")
      try tmux.press("o")
      try wait(tmux, "of 300")
      // With a reducer, it has been verified meanwhile.
      try wait(tmux, "verified")
      // Resized to the smallest size, and back.
      try tmux.resize(columns: 20, rows: 6)
      try tmux.wait(for: "? keys  q quit")
      try tmux.resize(columns: 80, rows: 24)
      try wait(tmux, "actions .*│.*│")
      try tmux.press("q")
      try tmux.wait(for: "before\nafter")
      #expect(try modes(of: tmux) == "0 0 1")
    }

    @Test func aStoppedInspectorGoesOn() throws {
      let tmux = try Tmux("exec sh -i")
      try tmux.wait(for: "sh>")
      try tmux.enter("$tool step $logs/team-chat.jsonl")
      try tmux.wait(for: keys)
      try tmux.press("j", "C-z")
      try tmux.wait(for: "sh>")
      #expect(try modes(of: tmux) == "0 0 1")
      try tmux.enter("fg")
      try wait(tmux, "#1 of 300")
      try tmux.press("q")
      try tmux.wait(for: "sh>")
      #expect(try modes(of: tmux) == "0 0 1")
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV])
    func aSignalRestoresTheTerminal(_ signal: Int32) throws {
      let tmux = try Tmux(
        """
        sh -c 'echo $$ > process; exec "$0" step "$1"' $tool $logs/team-chat.jsonl
        stty -a > modes; echo after
        """)
      try tmux.wait(for: keys)
      let process = try tmux.text(of: "process").trimmingCharacters(in: .newlines)
      kill(try #require(Int32(process)), signal)
      let terminal = try tmux.text(of: "modes")
      #expect(terminal.contains("isig icanon ") && terminal.contains(" echo "))
      try tmux.wait(for: "after")
      #expect(try modes(of: tmux) == "0 0 1")
    }

    @Test func aRunningAppIsFollowed() throws {
      let tmux = try Tmux(
        """
        head -n 20 $logs/team-chat.jsonl > log.jsonl
        (sleep 3; head -n 40 $logs/team-chat.jsonl | tail -n 20 >> log.jsonl) &
        $tool step --follow log.jsonl
        """)
      try tmux.wait(for: keys)
      let first = try #require(tmux.screen.firstMatch(of: /of (\d+)/)?.1)
      try tmux.press("G")
      try wait(tmux, "#\(first) of \(first) ")
      for _ in 0..<200 {
        guard try tmux.screen.contains("of \(first) ") else { break }
        usleep(50_000)
      }
      let last = try #require(tmux.screen.firstMatch(of: /#(\d+) of (\d+)/))
      #expect(last.1 == last.2 && last.1 != first)
    }

    /// Waits until the screen matches a pattern.
    private func wait(
      _ tmux: Tmux, _ pattern: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let expression = try Regex(pattern)
      var shown = ""
      for _ in 0..<400 {
        shown = try tmux.screen
        if shown.contains(expression) { return }
        usleep(50_000)
      }
      Issue.record("no \(pattern) in:\n\(shown)", sourceLocation: sourceLocation)
      throw CocoaError(.coderValueNotFound)
    }

    /// The alternate screen, clicks, and whether lines wrap.
    private func modes(of tmux: Tmux) throws -> String? {
      try tmux.value(of: "alternate_on} #{mouse_button_flag} #{wrap_flag")
    }
  }
#endif
