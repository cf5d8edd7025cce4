#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// `step` of the built tool on a real terminal.
  @Suite(.enabled(if: Tmux.path != nil, "tmux is not installed"), .serialized)
  struct StepTerminalTests {
    @Test func linesAreEditedCompletedAndRecalled() throws {
      let step = "$tool step --plain $logs/team-chat.jsonl"
      let tmux = try Tmux("\(step); \(step)")
      try tmux.wait(for: "0/300>")
      try tmux.press("nexr", "BSpace", "t 5", "Left", "1", "Enter")
      try tmux.wait(for: "/openThread\n15/300>")
      try tmux.press("stat", "Tab", "/isL", "Tab", "Enter")
      try tmux.wait(for: "15/300> state /isLoadingMessages\nfalse\n15/300>")
      try tmux.press("state /messages/1/", "Tab")
      try tmux.wait(
        for: """
          15/300> state /messages/1/
          /messages/1/author     /messages/1/id         /messages/1/reactions
          /messages/1/body       /messages/1/isEdited   /messages/1/sentAt
          15/300> state /messages/1/
          """)
      // Ctrl-C gives up the line, not the session.
      try tmux.press("C-c")
      try tmux.wait(for: "state /messages/1/^C\n15/300>")
      try tmux.press("C-r", "nex")
      try tmux.wait(for: "(match of 'nex'): next 15")
      try tmux.press("Enter")
      try tmux.wait(for: "\n30/300>")
      try tmux.press("C-d")
      // The next session has the lines of this one.
      try tmux.wait(for: "help lists the commands.\n0/300>")
      try tmux.press("Up", "Up")
      try tmux.wait(for: "0/300> state /isLoadingMessages")
      try tmux.press("C-u", "s", "Up", "Enter")
      try tmux.wait(for: "0/300> state /isLoadingMessages\nfalse\n0/300>")
    }

    @Test func aStoppedSessionGoesOn() throws {
      let tmux = try Tmux("exec sh -i")
      try tmux.wait(for: "sh>")
      try tmux.enter("$tool step --plain $logs/team-chat.jsonl")
      try tmux.wait(for: "0/300>")
      try tmux.press("nex", "C-z")
      try tmux.wait(for: "sh>")
      try tmux.enter("clear; stty -a | grep -ow -e '-*icanon' -e '-*echo'")
      try tmux.wait(for: "icanon\necho\nsh>")
      try tmux.enter("fg")
      try tmux.wait(for: "0/300> nex")
      try tmux.press("t", "Tab", "Enter")
      try tmux.wait(for: "\n1/300>")
      try tmux.enter("quit")
      try tmux.wait(for: "sh>")
    }

    /// Without a shell that restores the mode by itself.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
    func aSignalRestoresTheTerminal(_ signal: Int32) throws {
      let tmux = try Tmux(
        """
        sh -c 'echo $$ > process; exec "$0" step --plain "$1"' $tool $logs/team-chat.jsonl
        stty -a > modes
        """)
      try tmux.wait(for: "0/300>")
      let process = try tmux.text(of: "process").trimmingCharacters(in: .newlines)
      kill(try #require(Int32(process)), signal)
      let modes = try tmux.text(of: "modes")
      #expect(modes.contains("isig icanon ") && modes.contains(" echo "))
    }

    @Test func theModeIsKeptWhereCommandsRunAndAfterTheEnd() throws {
      let tmux = try Tmux(
        """
        stty -a > before
        $tool step --plain $logs/team-chat.jsonl
        stty -a > after
        cmp before after && echo same
        """)
      try tmux.wait(for: "0/300>")
      try tmux.enter("quit")
      try tmux.wait(for: "\nsame")
    }

    @Test func controlCEndsAWaitAndNotTheSession() throws {
      let tmux = try Tmux("$tool step --plain --follow $logs/team-chat.jsonl")
      try tmux.wait(for: "0/300>")
      try tmux.enter("last")
      try tmux.wait(for: "\n300/300>")
      try tmux.enter("next")
      try tmux.wait(for: "next")
      // It is pressed until the command has begun to wait.
      var count = 0
      while try tmux.screen.hasSuffix("next"), count < 100 {
        try tmux.press("C-c")
        usleep(100_000)
        count += 1
      }
      try tmux.press("C-u")
      try tmux.enter("first")
      try tmux.wait(for: "\n0/300>")
    }

    @Test func aDumbTerminalReadsLinesAsTheyCome() throws {
      let tmux = try Tmux("$tool step --plain $logs/team-chat.jsonl; stty -a > after", type: "dumb")
      try tmux.wait(for: "0/300>")
      try tmux.press("next 5", "Enter")
      try tmux.wait(for: "\n5/300>")
      try tmux.press("C-d")
      #expect(try tmux.text(of: "after").contains(" icanon"))
    }
  }
#endif
