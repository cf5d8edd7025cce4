#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Results of the built tool on a real terminal.
  @Suite(.enabled(if: Tmux.path != nil, "tmux is not installed"), .serialized)
  struct PagerTests {
    @Test func aLongListIsPagedAndAShortOneIsNot() throws {
      // The pager of this test says what it gets, and ends as soon as its reader is told to.
      let tmux = try Tmux(
        """
        export REXREPLAY_PAGER='sh -c "wc -l >paged; echo read >>paged"'
        $tool list $logs/team-chat.jsonl; echo "status $?"
        """)
      #expect(try tmux.text(of: "paged").hasPrefix("300\n"))
      try tmux.wait(for: "status 0")
    }

    @Test func leavingThePagerEndsTheCommand() throws {
      let tmux = try Tmux(
        """
        export REXREPLAY_PAGER='head -n 2'
        $tool list $logs/team-chat.jsonl --columns seq,type; echo "status $?"
        """)
      try tmux.wait(for: "     1  loadMessages\n     2  loadMessagesSuccess\nstatus 0")
    }

    @Test func withoutAPagerLinesFitTheTerminal() throws {
      let tmux = try Tmux("PAGER=cat $tool list $logs/team-chat.jsonl --to 2; echo; echo end")
      try tmux.wait(
        for: """
               1      0.000 s  loadMessages                            /isLoadingMessages
               2      0.765 s  loadMessagesSuccess   [{"id":"msg-100…  /messages /isLoadi…

          end
          """)
    }

    @Test func controlCEndsASearchAndSaysHowFarItCame() throws {
      let tmux = try Tmux(
        """
        $tool record synthetic -o long.jsonl --actions 100000 --messages 4 >recording
        echo recorded >recorded
        PAGER=cat $tool list long.jsonl --grep 'nothing like it'; echo "status $?"
        """)
      _ = try tmux.text(of: "recorded")
      try tmux.wait(for: "s left")
      try tmux.press("C-c")
      try tmux.wait(for: "there may be more\nstatus 125")
      #expect(try tmux.screen.contains(#/long.jsonl: stopped at action \d+ of 100000; there/#))
    }
  }
#endif
