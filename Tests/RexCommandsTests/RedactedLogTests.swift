import Foundation
import RexCommands
import TestSupport
import Testing

/// How commands show a redacted log, and what they say about its secrets.
@Suite struct RedactedLogTests {
  private static let log = "../redacted/bank.jsonl"
  /// One session, redacted with two keys.
  private static let keys = ("../redacted/secrets-1.jsonl", "../redacted/secrets-2.jsonl")

  @Test(arguments: [
    (
      "redacted-when", ["when", log, "$.user.password != $$.user.password", "--last"],
      CommandStatus.success
    ),
    ("redacted-when-unknown", ["when", log, "$.cards[0].number > 1000"], .noVerdict),
    ("redacted-when-all", ["when", log, "length($.note) < 3", "--all"], .success),
    ("redacted-when-last", ["when", log, "$.user.pin < 0", "--last"], .noVerdict),
    (
      "redacted-when-json",
      ["when", log, "$.note == '' || $.user.pin == 4711", "--changes", "--json"], .success
    ),
    ("redacted-show", ["show", log, "3"], .success),
    ("redacted-show-json", ["show", log, "3", "--json"], .success),
    ("redacted-diff", ["diff", log, "2", "6"], .negative),
    ("redacted-history", ["history", log, "/note"], .success),
    ("redacted-compare", ["compare", log, "secrets.jsonl"], .negative),
    ("redacted-compare-keys", ["compare", keys.0, keys.1], .noVerdict),
    ("redacted-compare-keys-json", ["compare", keys.0, keys.1, "--json"], .noVerdict),
    ("redacted-compare-same", ["compare", keys.0, keys.0], .success),
    ("redacted-bisect-keys", ["bisect", keys.0, keys.1], .noVerdict),
    ("redacted-diff-keys", ["diff", keys.0, "last", keys.1, "last"], .noVerdict),
    ("redacted-diff-keys-different", ["diff", keys.0, "2", keys.1, "last"], .negative),
    ("redacted-list-where", ["list", log, "--where", "$.user.password == 'hunter2'"], .noVerdict),
  ])
  func prints(_ name: String, _ words: [String], _ status: CommandStatus) throws {
    let call = run(words)
    #expect(call.status == status)
    #expect(try call.transcript == Fixture.expected("output/\(name).txt", for: call.transcript))
  }

  @Test(arguments: [false, true])
  func stepSaysWhatIsUnknown(_ wantsJSON: Bool) throws {
    let script =
      "when $.user.pin == 4711\nuntil $.note == 'x'\nuntil $.note != $$.note\n"
      + "goto 5\naction\nstate\ndiff\nwatch /user\n"
    let call = run(["step", Self.log] + (wantsJSON ? ["--json"] : []), input: script)
    let name = "output/redacted-step\(wantsJSON ? "-json" : "").txt"
    #expect(try call.transcript == Fixture.expected(name, for: call.transcript))
  }
}
