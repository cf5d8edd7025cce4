import Foundation
import RexCommands
import TestSupport
import Testing

/// The action that began and never finished is an action, after which no state is known.
@Suite struct UnfinishedTests {
  private static let log = "torn.jsonl"
  private static let type = #"@.type == "deleteMessage""#

  @Test(arguments: [
    ["list", log, "--from", "38"], ["list", log, "--type", "deleteMessage"],
    ["list", log, "--grep", "msg-1013-a"], ["list", log, "--where", #"@.seq == 38"#],
    ["list", log, "--columns", "seq,paths,$.messages"],
    ["find", log, "deleteMessage", "--in", "type"], ["find", log, "msg-1013-a", "--reverse"],
    ["when", log, type, "--last"], ["when", log, type, "--all"],
    ["when", log, "@.seq == 38 && count($$.messages[*]) > 0"],
  ])
  func isARow(_ words: [String]) throws {
    let call = run(words)
    #expect(call.status == .success)
    let row = call.output.split(separator: "\n").first { $0.contains("(unfinished)") } ?? ""
    #expect(row.contains("38"), "\(call.output)")
    let json = run(words + ["--json"]).output
    #expect(json.contains(#""seq":38"#) && json.contains(#""unfinished":true"#), "\(json)")
  }

  @Test(arguments: [
    ["list", log, "--to", "37"], ["list", log, "--where", "$.isLoadingMessages"],
    ["list", log, "--at", "/messages"], ["find", log, "msg-1013-a", "--in", "change"],
    ["when", log, "\(type) && $.isLoadingMessages == true", "--last"],
    ["when", log, #"@.type == "loadMessages""#, "--last"],
  ])
  func isNoAnswerOfAStateOrOfOthers(_ words: [String]) {
    let call = run(words)
    #expect(!call.output.contains("unfinished"), "\(call.output)")
  }

  /// Systems end apps at any time, so most logs are not closed.
  @Test(arguments: [["list"], ["verify", "--in-process"], ["info"], ["slice"], ["find", "e"]])
  func aLogThatIsNotClosedIsNoWarning(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let text = try Fixture.text("logs/v1/no-end.jsonl")
    for end in ["", #"{"kind":"mark","#] {
      let log = try folder.file("log.jsonl", text + end)
      let output = words == ["slice"] ? ["-o", folder.path + "/new\(end.count).jsonl"] : []
      #expect(run([words[0], log] + words.dropFirst() + output).errors == "")
    }
  }

  @Test(arguments: [
    ("", "not closed, after action 40"),
    (#"{"kind":"mark","#, "not closed, after action 40 and 15 bytes of another line"),
    (#"{"kind":"action","#, "action 41 began and never finished; its line is torn"),
    (
      #"{"kind":"gap","from":41,"to":60,"reason":"disk full"}"# + "\n",
      "not closed; nothing was recorded from action 41 on: disk full"
    ),
  ])
  func infoSaysHowALogEnds(_ end: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    let text = try Fixture.text("logs/v1/no-end.jsonl")
    let call = run(["info", try folder.file("log.jsonl", text + end)])
    #expect(call.output.contains("\nended     \(expected)\n"), "\(call.output)")
  }

  @Test func isCountedByItsType() {
    #expect(run(["info", Self.log]).output.contains("deleteMessage (1 unfinished)"))
    #expect(run(["info", Self.log]).output.contains("actions   37, and 1 unfinished"))
    #expect(run(["info", Self.log, "--json"]).output.contains(#""unfinished":1"#))
  }

  @Test func isTheLastThatIsShown() {
    #expect(run(["show", Self.log, "last"]).output == run(["show", Self.log, "38"]).output)
    let state = run(["show", Self.log, "last", "--state"]).output
    #expect(state == run(["show", Self.log, "37", "--state"]).output && !state.isEmpty)
  }

  @Test func aSessionFindsItAndStaysBeforeIt() {
    let call = run(
      ["step", Self.log], input: "last\nuntil \(Self.type)\nfind msg-1013-a\nback\nnext\n")
    #expect(call.output.contains("found in action 38, which began and never finished"))
    #expect(call.output.contains("#37"))
  }

  @Test(arguments: [
    ("[]", #","failures":"truncated""#, "never finished"),
    ("null", #","failures":"truncated""#, "never finished, unless within 50 ms of the log's end"),
    (
      "[]", #","failures":"truncated","diffing":"background""#,
      "never finished, unless its change was still being recorded"
    ),
    ("[]", "", "never finished, or recording failed there"),
  ])
  func lastActionMayHaveFinished(_ patch: String, _ session: String, _ words: String) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    let action = { (seq: Int) in
      #"{"kind":"action","seq":\#(seq),"timeMs":0,"type":"a","action":"a""#
    }
    let lines = [
      #"{"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01T00:00:00Z","#
        + #""app":{"name":"A"}\#(session)}"#,
      #"{"kind":"keyframe","seq":0,"timeMs":0,"state":{}}"#,
      action(1) + #","tookMs":0,"patch":\#(patch)}"#, action(2),
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
    #expect(
      run(["info", url.path]).output.contains("ended     action 2, a, began and \(words)\n"))
  }
}
