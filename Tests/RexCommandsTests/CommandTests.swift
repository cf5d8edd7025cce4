import Foundation
import RexCommands
import RexExamples
import RexLog
import RexReplayer
import TestSupport
import Testing

/// The complete output of each command, and its exit status.
@Suite struct CommandTests {
  @Test(arguments: [
    ("info", ["info", "team-chat.jsonl"], CommandStatus.success),
    ("info-json", ["info", "team-chat.jsonl", "--json"], .success),
    ("info-torn", ["info", "torn.jsonl"], .success),
    ("info-every-kind", ["info", "every-kind.jsonl"], .success),
    ("list", ["list", "team-chat.jsonl", "--to", "40"], .success),
    ("list-json", ["list", "opaque.jsonl", "--json"], .success),
    ("list-at", ["list", "team-chat.jsonl", "--at", "/error"], .success),
    ("list-nothing", ["list", "team-chat.jsonl", "--type", "nothing"], .negative),
    ("list-torn", ["list", "torn.jsonl", "--from", "35"], .success),
    ("list-hostile", ["list", "hostile.jsonl"], .success),
    ("show", ["show", "team-chat.jsonl", "12"], .success),
    ("show-json", ["show", "team-chat.jsonl", "12", "--json"], .success),
    ("show-at", ["show", "team-chat.jsonl", "120", "--state", "--at", "/messages/0"], .success),
    ("show-hostile", ["show", "hostile.jsonl", "1"], .success),
    ("show-unfinished", ["show", "torn.jsonl", "38"], .success),
    ("show-too-far", ["show", "team-chat.jsonl", "301"], .unreadable),
    ("diff", ["diff", "team-chat.jsonl", "10", "20"], .negative),
    ("diff-same", ["diff", "team-chat.jsonl", "10", "10"], .success),
    ("diff-json", ["diff", "team-chat.jsonl", "10", "20", "--json"], .negative),
    ("verify", ["verify", "team-chat.jsonl"], .success),
    ("verify-divergence", ["verify", "divergence.jsonl"], .negative),
    ("verify-divergence-json", ["verify", "divergence.jsonl", "--json"], .negative),
    ("verify-folder", ["verify", "."], .negative),
    ("verify-torn", ["verify", "torn.jsonl"], .success),
    ("grade", ["grade", "team-chat.jsonl"], .success),
    ("grade-folder", ["grade", "."], .unreadable),
    ("grade-impossible", ["grade", "--app", "TeamChat", "corrupt/wrong-state.jsonl"], .noVerdict),
    ("grade-hostile", ["grade", "--app", "TeamChat", "corrupt/hostile-case.jsonl"], .noVerdict),
    (
      "grade-json", ["grade", "--app", "TeamChat", "corrupt/hostile-case.jsonl", "--json"],
      .noVerdict
    ),
    ("grade-what", ["grade"], .usage),
    ("info-actions-only", ["info", "actions-only.jsonl"], .success),
    ("list-actions-only", ["list", "actions-only.jsonl", "--to", "9"], .success),
    ("show-actions-only", ["show", "actions-only.jsonl", "12", "--diff"], .success),
    ("diff-actions-only", ["diff", "actions-only.jsonl", "10", "13"], .negative),
    ("verify-actions-only", ["verify", "actions-only.jsonl"], .success),
    ("verify-actions-only-wrong", ["verify", "actions-only-wrong.jsonl"], .negative),
    (
      "verify-actions-only-wrong-json", ["verify", "actions-only-wrong.jsonl", "--json"], .negative
    ),
    ("info-left-out", ["info", "left-out.jsonl"], .success),
    ("list-left-out", ["list", "left-out.jsonl"], .success),
    ("list-left-out-json", ["list", "left-out.jsonl", "--json"], .success),
    ("show-left-out", ["show", "left-out.jsonl", "2"], .success),
    ("show-left-out-json", ["show", "left-out.jsonl", "2", "--json"], .success),
    ("show-unrecorded", ["show", "left-out.jsonl", "1"], .success),
    ("show-unrecorded-state", ["show", "left-out.jsonl", "1", "--state"], .unreadable),
    ("show-unrecorded-action", ["show", "left-out.jsonl", "1", "--action"], .success),
    ("diff-unrecorded", ["diff", "left-out.jsonl", "0", "5"], .unreadable),
    ("redact-check", ["redact", "secrets.jsonl", "--check", Self.secrets], .negative),
    (
      "redact-check-json", ["redact", "secrets.jsonl", "--check", Self.secrets, "--json"], .negative
    ),
    ("redact-check-clean", ["redact", "shop.jsonl", "--check", Self.secrets], .success),
    ("redact-where", ["redact", "secrets.jsonl"], .usage),
    ("redact-shape", ["redact", "secrets.jsonl", "-o", "x", "--shape", "name"], .usage),
    ("redact-path", ["redact", "secrets.jsonl", "-o", "x", "--path", "/~"], .usage),
    ("help-redact", ["redact", "--help"], .success),
    ("info-segments", ["info", Self.segments], .success),
    ("list-segments", ["list", Self.segments, "--at", "/error"], .success),
    ("show-segments", ["show", Self.segments, "36", "--diff"], .success),
    ("verify-segments", ["verify", Self.segments], .success),
    ("slice-what", ["slice", "team-chat.jsonl", "-o", "x", "--last", "5 minutes"], .usage),
    ("when", ["when", "team-chat.jsonl", "$.error"], .success),
    ("when-last", ["when", "team-chat.jsonl", "$.error", "--last"], .success),
    ("when-json", ["when", "team-chat.jsonl", "count($.messages[*]) > 13", "--json"], .success),
    ("when-changes", ["when", "torn.jsonl", "$.isLoadingMessages == true", "--changes"], .success),
    (
      "when-between",
      [
        "when", "team-chat.jsonl", "@.type == 'dismissError'", "--all", "--from", "31", "--to",
        "+28",
      ], .success
    ),
    (
      "when-empty", ["when", "team-chat.jsonl", "@.seq > 6", "--from", "6", "--to", "6"], .negative
    ),
    ("when-before-start", ["when", "team-chat.jsonl", "!$", "--to", "0", "--last"], .negative),
    ("when-absent", ["when", "team-chat.jsonl", "$.eror != null"], .success),
    ("when-both-absent", ["when", "team-chat.jsonl", "$.eror == $$.eror"], .success),
    ("when-removed", ["when", "team-chat.jsonl", "$.error != $$.error", "--last"], .success),
    ("when-never", ["when", "team-chat.jsonl", "$.messages[?@.id == 7]"], .negative),
    ("when-there", ["when", "team-chat.jsonl", "$.isLoadingMessages"], .success),
    ("when-wrong", ["when", "team-chat.jsonl", "$.error =="], .usage),
    ("when-hostile", ["when", "hostile.jsonl", "$.isLoadingMessages == true"], .success),
    ("when-left-out", ["when", "left-out.jsonl", "$.n == 2"], .success),
    ("find", ["find", "team-chat.jsonl", "FAMILY", "-i", "--first"], .success),
    ("find-json", ["find", "torn.jsonl", "msg-1013", "--json", "--in", "action"], .success),
    (
      "find-reverse",
      ["find", "team-chat.jsonl", "^dismiss", "-E", "--in=type", "--reverse", "--from", "-60"],
      .success
    ),
    ("find-nothing", ["find", "team-chat.jsonl", "no such text"], .negative),
    ("find-hostile", ["find", "hostile.jsonl", "owned"], .success),
    ("history", ["history", "team-chat.jsonl", "/messages/3"], .success),
    ("history-reverse", ["history", "team-chat.jsonl", "/error", "--reverse"], .success),
    (
      "history-json",
      ["history", "team-chat.jsonl", "/openThread", "--json", "--to", "60"], .success
    ),
    ("history-stats", ["history", "shop.jsonl", "/onboarding/page", "--stats"], .success),
    (
      "history-stats-json", ["history", "shop.jsonl", "/onboarding/page", "--stats", "--json"],
      .success
    ),
    ("history-stats-text", ["history", "team-chat.jsonl", "/error", "--stats"], .success),
    (
      "history-stats-redacted",
      ["history", "../redacted/bank.jsonl", "/user/pin", "--stats"], .success
    ),
    ("history-left-out", ["history", "left-out.jsonl", "/n"], .success),
    ("history-nowhere", ["history", "team-chat.jsonl", "/nonsense"], .negative),
    ("blame", ["blame", "team-chat.jsonl", "/messages/3/reactions", "--to", "-9"], .success),
    ("blame-gone", ["blame", "team-chat.jsonl", "/messages[id=msg-1007-deb662ce]"], .success),
    ("blame-actions-only", ["blame", "actions-only.jsonl", "/error", "--to", "40"], .success),
    ("compare", ["compare", "team-chat.jsonl", "torn.jsonl"], .negative),
    ("compare-json", ["compare", "team-chat.jsonl", "torn.jsonl", "--json"], .negative),
    ("compare-same", ["compare", "team-chat.jsonl", "team-chat.jsonl"], .success),
    ("compare-by-seq", ["compare", "news.jsonl", "news-scoped.jsonl", "--by-seq"], .negative),
    (
      "list-where",
      [
        "list", "team-chat.jsonl", "--where", "count($.messages[*]) > 13", "--where",
        "$.error != $$.error", "--type", "messageArrived", "--type", "dismissError",
      ], .success
    ),
    ("diff-at", ["diff", "team-chat.jsonl", "10s", "last", "--at", "/messages/0/body"], .negative),
    ("diff-patch", ["diff", "team-chat.jsonl", "10", "12", "--patch"], .negative),
    ("show-mark", ["show", "every-kind.jsonl", "report a problem", "--action"], .success),
    ("show-no-mark", ["show", "every-kind.jsonl", "nowhere"], .unreadable),
    ("show-late", ["show", "team-chat.jsonl", "9999s"], .unreadable),
    ("list-past-the-end", ["list", "team-chat.jsonl", "--from", "+301"], .unreadable),
    ("help-when", ["when", "--help"], .success),
    ("no-command", [], .usage),
    ("no-such-command", ["frobnicate"], .usage),
    ("no-such-option", ["list", "team-chat.jsonl", "--bad"], .usage),
    ("follow-input", ["list", "--follow", "-"], .usage),
    ("help", ["--help"], .success),
    ("help-list", ["list", "--help"], .success),
    ("record-what", ["record"], .usage),
    ("a-folder-of-logs", ["info", "."], .unreadable),
    ("no-such-file", ["info", "no-such.jsonl"], .unreadable),
    ("triage", ["triage", ".", "--when", "count($.messages[*]) > 13"], .negative),
    ("triage-json", ["triage", ".", "--limit", "4", "--json"], .negative),
    ("triage-recorded", ["triage", "torn.jsonl", "secrets.jsonl", "--recorded"], .negative),
    ("triage-nothing", ["triage", "news.jsonl", "shop.jsonl"], .success),
  ])
  func prints(_ name: String, _ words: [String], _ status: CommandStatus) throws {
    let call = run(words)
    #expect(call.status == status)
    #expect(try call.transcript == Fixture.expected("output/\(name).txt", for: call.transcript))
  }

  /// A folder of three segments; the first of the session and another one are missing.
  static let segments = Fixture.url("logs/v1/segments").path

  @Test func theStartHasNoDifferenceOfItsOwn() {
    let call = run(["diff", "team-chat.jsonl", "0"])
    #expect((call.output, call.status) == ("", .usage))
    #expect(
      call.errors == """
        rexreplay: error: B is missing: no action led to 0, the start
        hint: rexreplay diff [options] LOG A [B]; see rexreplay diff --help

        """)
  }

  @Test func aFolderOfSegmentsIsReplayedAndRedactedIntoOneLog() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for command in ["replay", "redact"] {
      let path = "\(folder)/\(command).jsonl"
      #expect(run([command, Self.segments, "-o", path]).status == .success)
      let log = try Log(checkedPath: path)
      #expect(try log.lines().count { $0.kind == .session } == 1)
      #expect(try log.lines().count { $0.kind == .gap } == 1)
      #expect(
        run(["verify", path]).output.hasSuffix(
          ": verified: 85 of 106 actions, 21 unknown (21 lost)\n"))
    }
  }

  @Test(arguments: ["questions", "branches"])
  func stepsByQuestionsAndThroughBranches(_ name: String) throws {
    let script = try Fixture.text("output/\(name).script")
    let call = run(["step", "team-chat.jsonl"], input: script)
    #expect(try call.transcript == Fixture.expected("output/\(name).txt", for: call.transcript))
    let json = run(["step", "team-chat.jsonl", "--json"], input: script)
    #expect(
      try json.transcript == Fixture.expected("output/\(name)-json.txt", for: json.transcript))
    for line in json.output.split(separator: "\n") {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }

  @Test func stepsThroughAScript() throws {
    let script = try Fixture.text("output/step.script")
    let call = run(["step", "team-chat.jsonl"], input: script)
    #expect(call.status == .unreadable)
    #expect(try call.transcript == Fixture.expected("output/step.txt", for: call.transcript))
    let json = run(["step", "team-chat.jsonl", "--json"], input: script)
    #expect(try json.transcript == Fixture.expected("output/step-json.txt", for: json.transcript))
  }

  @Test(arguments: [
    ("next\nback\nback\nlast\nnext\nstate\nquit\nfrobnicate\n", CommandStatus.success),
    ("find nothing like it\nnext\n", .negative), ("state /nope\n", .negative),
    ("find nothing like it\nfrobnicate\nnext\n", .usage), ("next +1\n", .usage),
    ("next 0\n", .usage), ("goto 99999999999999999999\n", .unreadable), ("goto 301\n", .unreadable),
  ])
  func scriptExitsWithTheHighestStatusAndATerminalWithSuccess(
    _ script: String, _ status: CommandStatus
  ) {
    #expect(run(["step", "team-chat.jsonl"], input: script).status == status)
    #expect(
      run(["step", "team-chat.jsonl"], input: script, isInteractive: true).status == .success)
  }

  @Test func stepCountsAreClampedAndZeroIsAnError() {
    let far = "99999999999999999999999"
    let output = run(["step", "team-chat.jsonl"], input: "next \(far)\nback \(far)\n").output
    #expect(output.contains("\n#300 "))
    #expect(output.contains("\n#0 "))
    let still = run(["step", "team-chat.jsonl"], input: "next 0\nback 0\naction\n").output
    #expect(
      still.hasSuffix(
        """
        error: the number of actions must be at least 1
        error: the number of actions must be at least 1
        error: no action led here

        """))
  }

  @Test func emptyLineRepeatsTheLastCommandOnlyOnATerminal() {
    let walk = "next\n\n\n"
    #expect(run(["step", "team-chat.jsonl"], input: walk).output.contains("#1 "))
    #expect(!run(["step", "team-chat.jsonl"], input: walk).output.contains("#3 "))
    let typed = run(["step", "team-chat.jsonl"], input: walk, isInteractive: true)
    #expect(typed.output.contains("#3 "))
  }

  @Test func stepsAcrossAGapAndToKeysOfAnyText() {
    let text = run(["step", "every-kind.jsonl"], input: "next 2\nnext\nback\nback\nf load\n").output
    #expect(text.contains("#4 after a gap"))
    #expect(text.components(separatedBy: "#2 reload").count == 4)
    #expect(run(["step", "every-kind.jsonl"], input: "state /n m\n").output.contains("at /n m"))
  }

  @Test func stepsThroughStatesThatAreNotRecorded() throws {
    let call = run(["step", "actions-only.jsonl"], input: "next 12\ndiff\nfind deleteMessage\n")
    let expected = try Fixture.expected("output/step-actions-only.txt", for: call.transcript)
    #expect(call.transcript == expected)
    let script = "next\ngoto 2\nstate\ndiff\nlast\n"
    let unknown = run(["step", "left-out.jsonl"], input: script)
    let hints = try Fixture.expected("output/step-left-out.txt", for: unknown.transcript)
    #expect(unknown.transcript == hints)
  }

  @Test func stepsUpToAnActionThatNeverFinished() throws {
    let call = run(["step", "torn.jsonl"], input: "last\nnext\nback 2\nnext 9\n")
    #expect(try call.transcript == Fixture.expected("output/step-torn.txt", for: call.transcript))
  }

  @Test func aNewLogIsWrittenCompletelyOrNotAtAll() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let new = folder.appending(path: "new.jsonl").path

    let corrupt = ["corrupt/patch-does-not-fit.jsonl", "--app", "TeamChat"]
    #expect(run(["replay", "-o", new] + corrupt).status == .unreadable)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)

    #expect(run(["replay", "team-chat.jsonl", "-o", new]).status == .success)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["new.jsonl"])
    let written = try Data(contentsOf: URL(filePath: new))
    #expect(run(["verify", new]).status == .success)

    #expect(run(["replay", "team-chat.jsonl", "-o", new]).status == .unreadable)
    #expect(run(["record", "team-chat", "-o", new]).status == .unreadable)
    #expect(try Data(contentsOf: URL(filePath: new)) == written)
  }

  @Test func infoReportsUnreadableTypes() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    let lines = [
      #"{"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01T00:00:00Z","#
        + #""app":{"name":"A"}}"#,
      #"{"kind":"keyframe","seq":0,"timeMs":0,"state":{}}"#,
      #"{"kind":"end","seq":0,"timeMs":1,"reason":"closed","#
        + #""statistics":{"canReadTypes":false}}"#,
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
    let line = "types     could not be read where this was recorded: every state was encoded whole"
    #expect(run(["info", url.path]).output.split(separator: "\n").contains { $0 == line })
  }

  @Test func theSameSeedRecordsTheSameActionsAndPatches() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let logs = try ["a", "b"].map { name in
      let path = folder.appending(path: name).path
      let words = ["record", "team-chat", "--actions", "300", "--seed", "7", "-o", path]
      #expect(run(words).status == .success)
      return try String(contentsOfFile: path, encoding: .utf8)
        .replacing(#/"timeMs":[0-9.e+-]+/#, with: "").replacing(#/"tookMs":[0-9.e+-]+/#, with: "")
        .replacing(#/"statistics":\{[^}]*\}/#, with: "").replacing(
          #/"id":"[0-9A-F-]{36}","startedAt":"[^"]*"/#, with: ""
        )
        // A keyframe's position depends on the bytes before it, including the digits of times.
        .replacing(#/\{"kind":"keyframe".*\n/#, with: "")
    }
    #expect(logs[0] == logs[1])
  }

  @Test(arguments: [
    ["record", "volume"], ["replay", "team-chat.jsonl"], ["redact", "team-chat.jsonl"],
    ["slice", "team-chat.jsonl"], ["repair", "team-chat.jsonl"],
  ])
  func aNewLogCannotBeStandardOutput(_ words: [String]) {
    let call = run(words + ["-o", "-"])
    #expect(call.status == .usage)
    #expect(
      call.errors.hasPrefix(
        "rexreplay: error: -o takes the name of a new file, not -; ./- is a file of that name\n"))
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test(arguments: [
    ("18446744073709551615", CommandStatus.success), ("18446744073709551616", .usage),
    ("+1", .usage), ("-1", .usage), ("", .usage),
  ])
  func aSeedIsAnyUnsignedNumber(_ seed: String, _ status: CommandStatus) {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let words = ["record", "volume", "--actions", "2", "--seed", seed, "-o", path]
    #expect(run(words).status == status)
  }

  @Test func demoRecordsReplaysAndVerifies() {
    let call = run(["demo"])
    #expect(call.status == .success)
    #expect(call.output.contains("verified  300 of 300 actions"))
  }

  @Test func colorsAreUsedOnlyOnATerminal() {
    #expect(!run(["diff", "team-chat.jsonl", "1", "9"]).output.contains("\u{1B}"))
    #expect(
      run(["diff", "team-chat.jsonl", "1", "9"], showsColor: true).output.contains("\u{1B}["))
  }
}
