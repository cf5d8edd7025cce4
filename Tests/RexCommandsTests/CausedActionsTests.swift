#if os(macOS) || os(Linux)
  import Foundation
  import RexLog
  import RexReplayer
  import TestSupport
  import Testing

  @testable import RexCommands

  /// Middlewares and effects do not run, which every command says that reduces what they caused.
  @Suite struct CausedActionsTests {
    private let log = Fixture.url("logs/hunts/team-chat.jsonl").path
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
      (["verify"], 6), (["replay"], 6), (["replay", "--skip", "3"], 6),
      (["replay", "--skip", "40"], 3), (["minimize", "--diverges"], 1),
    ])
    func theirNumberIsTold(_ words: [String], _ count: Int) {
      let output = words[0] == "verify" ? [] : ["-o", folder.path + "/new.jsonl"]
      let call = run(words + [log] + output)
      let note = LogText.caused(count) + "\n"
      #expect(call.output.contains(note), "\(call)")
    }

    @Test func nothingIsSaidWithoutThem() {
      let new = folder.path + "/new.jsonl"
      let call = run(["minimize", log, "--when", "$.error", "--anywhere", "-o", new])
      #expect(call.output.contains("1 of 80 actions"))
      #expect(!call.output.contains("note:"))
    }

    @Test func jsonHasTheirNumber() {
      let replay = run(["replay", log, "--json", "--skip", "3", "-o", folder.path + "/a.jsonl"])
      #expect(replay.output.contains(#","caused":6,"#))
      let few = run(["minimize", log, "--json", "--diverges", "-o", folder.path + "/b.jsonl"])
      #expect(few.output.contains(#","caused":1,"#))
    }

    /// The hint does not ask for an option that is given, and a misspelled member is named.
    @Test func aConditionThatNeverHoldsIsExplained() {
      let words = ["minimize", log, "--when", "$.eror", "-o", folder.path + "/new.jsonl"]
      #expect(run(words).errors.contains("hint: --anywhere checks after each action; verify"))
      let anywhere = run(words + ["--anywhere"]).errors
      #expect(anywhere.contains("hint: verify shows where a replay differs\n"))
      #expect(anywhere.hasSuffix("no recorded state has $.eror; did you mean $.error?\n"))
    }
  }
#endif
