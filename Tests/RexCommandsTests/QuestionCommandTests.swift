import Foundation
import RexCommands
import RexJSON
import TestSupport
import Testing

/// What `when` and `find` answer about a part of a log, and about damaged and unrecorded actions.
@Suite struct QuestionCommandTests {
  @Test func changesAfterAnActionAreThoseOfTheWholeLog() throws {
    let words = ["when", "torn.jsonl", "$.isLoadingMessages == true", "--changes", "--json"]
    let all = try answers(words)
    #expect(all.count > 2)
    for seq in 0...37 {
      #expect(try answers(words + ["--from", "\(seq)"]) == all.filter { $0.seq >= seq }, "\(seq)")
    }
  }

  @Test(arguments: ["9223372036854775807", "9223372036854775806", "18446744073709551615"])
  func anElementCanHaveAnyNumber(_ index: String) {
    let path = "/messages/\(index)"
    for words in [["history"], ["blame"], ["list", "--at"], ["show", "last", "--at"]] {
      let call = run([words[0], "team-chat.jsonl"] + words.dropFirst() + [path])
      #expect(call.status != .usage, "\(words)")
    }
  }

  @Test(arguments: [[], ["--reverse"], ["--from", "5", "--to", "40"]])
  func findReducesActionsWithoutPatchesAgain(_ options: [String]) {
    let words = ["openThread", "--in", "change"] + options
    let call = run(["find", "actions-only.jsonl"] + words)
    #expect(call.output.contains("#5 openThread"))
    #expect(call.output == run(["find", "team-chat.jsonl"] + words).output)
    #expect(call.errors.contains("reduced again by the reducer of TeamChat"))
  }

  @Test(
    arguments: ["e", "/messages", "swift:3"]
      + (isGateRun ? ["msg-10", "true", "12", "Server", "17"] : []))
  func listShowsTheActionsInWhichFindFindsAText(_ text: String) throws {
    for log in ["team-chat.jsonl", "torn.jsonl", "shop.jsonl"] {
      let listed = try answers(["list", log, "--grep", text, "--json"]).map(\.seq)
      let found = try answers(["find", log, text, "--json"]).map(\.seq)
      #expect(listed == found.filter { $0 > 0 }, "\(log)")
    }
  }

  /// Escapes hide nothing, and punctuation between values is not searched.
  @Test(arguments: [("a/bA\u{1F600}", true), (#"a\/b"#, false), ("],", false), ("s\":", false)])
  func valuesAreSearchedWithoutTheirEscapes(_ text: String, _ isFound: Bool) throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/log.jsonl"
    let payload = #"{"s":["a\/b\u0041\ud83d\ude00"],"t":1}"#
    let line =
      #"{"kind":"action","seq":1,"timeMs":1,"type":"add","action":\#(payload),"#
      + #""tookMs":0,"patch":[]}"#
    try Data(HandmadeLog([HandmadeLog.keyframe(0), line]).bytes).write(to: URL(filePath: log))
    for command in [["list", log, "--grep", text], ["find", log, text]] {
      #expect(run(command).status == (isFound ? .success : .negative), "\(command)")
    }
  }

  @Test func findTellsWhichChangesItCouldNotSearch() throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/log.jsonl"
    let lines = [HandmadeLog.keyframe(0)] + (1...3).map { HandmadeLog.action($0) }
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
    let warning = "the changes by 3 actions are not recorded, and were not searched (first: 1)"
    #expect(run(["find", log, "9"]).errors.contains(warning))
    #expect(!run(["find", log, "9", "--in", "type"]).errors.contains(warning))
    #expect(run(["step", log], input: "find 9\n").output.contains("contains 9; " + warning))
  }

  @Test func stepFindsActionsWithoutAState() throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/log.jsonl"
    let action = { HandmadeLog.action($0, patch: HandmadeLog.patch("replace", "/n", "\($0)")) }
    let lines =
      [HandmadeLog.keyframe(0)] + [1, 2, 99, 4, 5].map(action) + [HandmadeLog.keyframe(5)]
      + [6, 7].map(action)
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
    let call = run(["step", log], input: "goto 2\nfind add\nfind add\nrfind add\nrfind add\n")
    let stops = call.output.matches(of: /(?m)^#(\d)/).map(\.1)
    #expect(stops == ["2", "4", "5", "4", "2"], "\(call.output)")
    #expect(call.output.contains("the state is unknown: "))
  }

  @Test func stepGoesToActionsWithoutAState() throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/log.jsonl"
    let patch = { (n: Int) in HandmadeLog.patch("replace", "/n", "\(n)") }
    let lines = [
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: patch(1)), HandmadeLog.action(2),
      HandmadeLog.action(3), HandmadeLog.keyframe(3), HandmadeLog.action(4, patch: patch(4)),
    ]
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
    let call = run(["step", log], input: "goto 1\nuntil @.type == 'add'\nback-until @.seq < 3\n")
    let stops = call.output.matches(of: /(?m)^#(\d)/).map(\.1)
    #expect(stops == ["1", "2", "1"], "\(call.output)")
    #expect(call.output.contains("the state is unknown: the state after action 2 is not recorded"))
  }

  private struct Answer: Equatable {
    var seq: Int
    var holds: Bool
  }

  private func answers(_ words: [String]) throws -> [Answer] {
    try run(words).output.split(separator: "\n").map { line in
      let json = try JSON(parsing: Array(line.utf8))
      return Answer(
        seq: try #require(json["seq"]?.number?.exactly(Int.self)), holds: json["holds"] == true)
    }
  }
}
