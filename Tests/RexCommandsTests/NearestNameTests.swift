import Foundation
import RexCommands
import TestSupport
import Testing

/// A name that does not exist is said, with the one that was probably meant.
@Suite struct NearestNameTests {
  @Test(arguments: [
    (["lst"], "there is no command lst\nhint: did you mean list? see rexreplay --help"),
    (["help", "verfy"], "there is no command verfy\nhint: did you mean verify? "),
    (["--verison"], "there is no command --verison\nhint: did you mean --version? see"),
    (
      [Fixture.url("logs/v1/torn.jsonl").path],
      "hint: did you mean rexreplay info torn.jsonl? see rexreplay --help"
    ),
    (
      ["find", "Grüße", "torn.jsonl"],
      "LOG comes first; there is no file Grüße, but torn.jsonl\nhint: rexreplay find [options] LOG"
    ),
    (["frobnicate"], "there is no command frobnicate\nhint: see rexreplay --help"),
    (
      ["list", "a.jsonl", "--tpye", "x"],
      "there is no option --tpye\nhint: did you mean --type? see rexreplay list --help"
    ),
    (
      ["list", "team-chat.jsonl", "--type", "openthraed"],
      "team-chat.jsonl: no action has the type openthraed; did you mean openThread?\n"
    ),
    (["list", "team-chat.jsonl", "--type", "x"], "no action has the type x\n"),
    (
      ["list", "team-chat.jsonl", "--at", "/messages/0/bodi"],
      "no recorded state has /messages/0/bodi; did you mean /messages/0/body?\n"
    ),
    (
      ["when", "team-chat.jsonl", "$.isLoadingMesages == true"],
      "no recorded state has $.isLoadingMesages; did you mean $.isLoadingMessages?\n"
    ),
    (
      ["when", "team-chat.jsonl", "@.type == 'openthraed'"],
      "no action has the type openthraed; did you mean openThread?\n"
    ),
    (
      ["when", "actions-only.jsonl", "count($.messages[?@.bdoy]) > 7"],
      "no recorded state has $.messages.*.bdoy; did you mean $.messages.*.body?\n"
    ),
    (
      ["list", "team-chat.jsonl", "--columns", "seq,$.eror", "--to", "2"],
      "no recorded state has $.eror; did you mean $.error?\n"
    ),
    (["when", "team-chat.jsonl", "$.nothing.at.all"], "no recorded state has $.nothing\n"),
    (["when", "team-chat.jsonl", "$['a-b'] == 1"], "no recorded state has $['a-b']\n"),
    (
      ["when", "team-chat.jsonl", "@.action.openThred.id == 'x'"],
      "no action has @.action.openThred; did you mean @.action.openThread?\n"
    ),
    (
      ["list", "team-chat.jsonl", "--where", "@.tpye == 'x'"],
      "no action has @.tpye; did you mean @.type?\n"
    ),
    (
      ["when", "team-chat.jsonl", "$.messages.body == 'x'"],
      "no recorded state has $.messages.body; "
        + "did you mean $.messages[*].body or $.messages[?@.body …]?\n"
    ),
    (
      ["history", "team-chat.jsonl", "$.messages.bodi"],
      "hint: did you mean /messages/0/body or /messages/*/body? show with --state"
    ),
    (["history", "team-chat.jsonl", "/eror"], "hint: did you mean /error? show with --state"),
    (
      ["show", "team-chat.jsonl", "12", "--at", "/messages/0/bodi"],
      "hint: did you mean /messages/0/body? show with --state"
    ),
    (
      ["history", "team-chat.jsonl", "/messages[body=hi]/body"],
      "hint: only an id selects an element, such as /items[id=7]; show with --state"
    ),
    (["when", "team-chat.jsonl", "error != null"], "hint: did you mean $.error != null? see"),
    (["history", "team-chat.jsonl", "error"], "hint: did you mean /error? see"),
    (["blame", "team-chat.jsonl", "messages.0.id"], "hint: did you mean /messages/0/id? see"),
    (["blame", "team-chat.jsonl", "state.error"], "hint: did you mean $.error? see"),
    (
      ["blame", "team-chat.jsonl", "/messages.0.id"],
      "hint: did you mean /messages/0/id? show with --state"
    ),
    (["when", "team-chat.jsonl", "$.error != nil"], "hint: did you mean $.error != null? see"),
    (["list", "a.jsonl", "-n"], "there is no option -n\nhint: see rexreplay list --help"),
    (["list", "a.jsonl", "-json"], "hint: did you mean --json? see rexreplay list --help"),
    (
      ["list", "team-chat.jsonl", "--from", "2min"],
      "an action can also be a number, last, -5, +10, or a time such as 12.5s or 14:05\n"
    ),
    (
      ["show", "team-chat.jsonl"],
      "SEQ is missing\nhint: rexreplay show [options] LOG SEQ; see rexreplay show --help\n"
    ),
  ])
  func theNearestNameIsSuggested(_ words: [String], _ expected: String) {
    #expect(run(words).errors.contains(expected), "\(run(words).errors)")
  }

  @Test(arguments: [
    ["when", "team-chat.jsonl", "$.messages[7].body == 'x'"],
    ["when", "team-chat.jsonl", "count($..nothing) > 0"],
    ["list", "team-chat.jsonl", "--type", "openThread", "--where", "$.error == 'x'"],
  ])
  func namesThatOccurAreNotMentioned(_ words: [String]) {
    #expect(run(words).status == .negative)
    #expect(run(words).errors == "")
  }

  @Test func aColumnWithAValueElsewhereIsNotMentioned() {
    let call = run(["list", "team-chat.jsonl", "--columns", "seq,$.error", "--to", "2"])
    #expect((call.errors, call.status) == ("", .success))
  }

  /// Any other name would be as near.
  @Test(arguments: ["c", "bt"])
  func nothingIsSuggestedForAShortName(_ name: String) {
    let call = run(["step", "team-chat.jsonl"], input: name + "\n")
    #expect(call.output.contains("there is no command \(name); help lists them"))
  }

  @Test(arguments: ["until $.eror", "when $.eror == 1", "watch /eror", "state /eror"])
  func aLineCommandSaysWhatIsUnknown(line: String) {
    let path = line.contains("$") ? "$." : "/"
    let output = run(["step", "team-chat.jsonl"], input: line + "\n").output
    #expect(output.contains("no recorded state has \(path)eror; did you mean \(path)error?"))
  }

  @Test func aLineCommandIsSuggestedToo() {
    let call = run(["step", "team-chat.jsonl"], input: "nxt\n")
    #expect(call.output.contains("there is no command nxt; did you mean next? help lists them"))
  }
}
