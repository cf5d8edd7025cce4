import RexLocking
import Testing

@testable import RexCommands

/// Ctrl-C ends a question with the answer so far, and says so.
@Suite struct StoppedTests {
  private static let photos = "../causes/photos.jsonl"

  @Test(arguments: [
    ["list", "team-chat.jsonl"], ["list", "team-chat.jsonl", "--json"],
    ["list", "team-chat.jsonl", "--grep", "nothing like it"],
    ["when", "team-chat.jsonl", "$.error", "--all"], ["when", "team-chat.jsonl", "$.nothing == 1"],
    ["when", "team-chat.jsonl", "$.error == 7", "--last"], ["find", "team-chat.jsonl", "u-01"],
    ["find", "team-chat.jsonl", "nothing like it", "--reverse"],
    ["history", "team-chat.jsonl", "/openThread"], ["causes", "photos.jsonl", "14"],
    ["unusual", "team-chat.jsonl"],
    ["compare", "team-chat.jsonl", "torn.jsonl"],
  ])
  func aStoppedQuestionHasNoVerdict(_ words: [String]) throws {
    let words = words.map { $0 == "photos.jsonl" ? Self.photos : $0 }
    let whole = run(words)
    // A search from the end asks once for each stretch between keyframes.
    let (askedCount, asksMax) = (Locked(0), words.contains("--reverse") ? 0 : 3)
    let call = run(
      words,
      isStopped: {
        askedCount.withLock {
          $0 += 1
          return $0 > asksMax
        }
      })
    #expect(call.status == .noVerdict)
    #expect(call.errors.contains(/: stopped at action \d+ of \d+; there may be more\n/))
    #expect(!call.errors.contains("did you mean"))
    // What was found is shown, and of a table what is so far.
    if !["causes", "unusual"].contains(words[0]) { #expect(whole.output.hasPrefix(call.output)) }
    #expect(whole.status != .noVerdict)
  }

  @Test func aListThatFollowsEndsAsUsual() throws {
    let call = run(["list", "team-chat.jsonl", "--follow", "--to", "3"])
    #expect(call.status == .success)
    #expect(!call.errors.contains("stopped"))
  }

  #if os(macOS) || os(Linux)
    @Test(arguments: [
      ([:], true), (["PAGER": ""], false), (["PAGER": "cat"], false), (["PAGER": "more"], true),
      (["PAGER": "more", "REXREPLAY_PAGER": "cat"], false),
      (["PAGER": "cat", "REXREPLAY_PAGER": "less -S"], true),
    ])
    func thePagerIsChosenAsGitChoosesIt(_ variables: [String: String], _ isUsed: Bool) {
      let command = Pager.command(in: variables)
      #expect((command != nil) == isUsed)
      if let chosen = variables["REXREPLAY_PAGER"] ?? variables["PAGER"], isUsed {
        #expect(command == chosen)
      }
    }
  #endif
}
