import RexCommands
import Testing

/// Lines of `step` as people type them, and what a stop shows.
@Suite struct StepLineTests {
  private func lines(_ input: String) -> [String] {
    let call = run(["step", "team-chat.jsonl"], input: input)
    return call.output.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test(arguments: [
    ("12", "#12 toggleReaction"), ("#14", "#14 toggleReaction"), ("goto #14", "#14 toggleReaction"),
    ("12\n+3", "#15 openThread"), ("12\n -2 ", "#10 toggleReaction"),
    ("1 2", "error: there is no command 1"), ("#", "error: there is no command #"),
    ("400", "error: there is no action 400"),
  ])
  func aNumberGoesThere(_ input: String, _ expected: String) throws {
    #expect(try #require(lines(input).last).contains(expected))
  }

  @Test func exitLeaves() { #expect(lines("exit\nnext").isEmpty) }

  /// An element has its id, where the state after the action has it at the patch's index.
  @Test(arguments: [
    ("12", "/messages[id=msg-1007-deb662ce]/reactions/2"),
    ("13", "/messages[id=msg-1011-c6459927]"), ("3", "/messages/4"),
    ("24", "/isLoadingMessages /error"), ("2", "/messages /isLoadingMessages"),
    ("54", "/isLoadingMessages /messages/5 /messages/4 and 9 more (diff)"),
  ])
  func aStopNamesElementsByTheirIds(_ input: String, _ paths: String) throws {
    #expect(try #require(lines(input).last).hasSuffix("  " + paths))
  }
}
