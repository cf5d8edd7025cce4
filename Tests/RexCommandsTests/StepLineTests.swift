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
}
