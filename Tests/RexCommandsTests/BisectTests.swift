#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Finding where builds, recordings or states differ, and `git bisect` over builds.
  @Suite struct BisectTests {
    @Test func bisectFindsWhereTwoBuildsDiffer() throws {
      let work = try Misbehaving()
      let log = try work.log(Array(repeating: #"{"add":{}}"#, count: 9))
      try work.build("other", "differs")
      let call = try work.run(["bisect", log, "--against", "./other"])
      #expect(
        call.output == """
          the states diverge after #5 a5  A.swift:5
            ~ /number  0 → 1
            misbehaving: [{"op":"replace","path":"/n","value":5}]
            ./other: [{"op":"replace","path":"/n","value":5},\
          {"op":"replace","path":"/number","value":1}]

          """)
      #expect(call.exit == 0)
      try work.build("same", "")
      let same = try work.run(["bisect", log, "--with", "./same", "--against", "./same"])
      #expect(same.output == "the states agree after 9 actions\n")
      #expect(same.exit == 1)
    }

    @Test func aBuildThatCrashesIsNamed() throws {
      let work = try Misbehaving()
      let log = try work.log([#"{"add":{}}"#, #"{"trap":{}}"#])
      let call = try work.run(["bisect", log, "--against", "./MisbehavingApp"])
      #expect(call.errors.contains("log.jsonl:4:1: error: action 2, a2, crashed"))
      #expect(call.errors.contains(" with misbehaving"))
      #expect(call.exit == 125)
    }

    @Test func bisectFindsWhereTwoRecordingsDiffer() throws {
      let work = try Misbehaving()
      let actions = Array(repeating: #"{"add":{}}"#, count: 4)
      let first = try work.log(actions)
      let second = try work.log(
        actions, named: "second.jsonl",
        patches: [3: #"[{"op":"replace","path":"/n","value":30}]"#])
      let call = try work.run(["bisect", first, second])
      #expect(
        call.output == """
          the states diverge after #3 a3  A.swift:3
            ~ /n  3 → 30
            log.jsonl: [{"op":"replace","path":"/n","value":3}]
            second.jsonl: [{"op":"replace","path":"/n","value":30}]

          """)
    }

    @Test func aCommandFindsTheFirstBadState() throws {
      let work = try Misbehaving()
      let log = try work.log(Array(repeating: #"{"add":{}}"#, count: 100))
      // States from 37 on are bad; 50 cannot be judged.
      let test = #"n=$(sed 's/.*"n":\([0-9]*\).*/\1/'); [ $n -eq 50 ] && exit 125; [ $n -lt 37 ]"#
      let call = try work.run(["bisect", log, "--run", test])
      #expect(
        call.output == """
          the first bad state is after #37 a37  A.swift:37
            changed   /n
            found in  12 runs

          """)
      #expect(
        call.errors.hasPrefix("bisecting states 0 to 100: about 13 runs\n  state 0 is good\n"))
      #expect(call.exit == 0)
      let odd = try work.run([
        "bisect", log, "--run", #"[ $REXREPLAY_SEQ -lt 90 ] && [ $REXREPLAY_SEQ -ne 30 ]"#,
      ])
      #expect(odd.output.contains("#90 a90"))
      #expect(
        odd.output.contains("warning: states change between good and bad more than once (see 30)"))
    }

    /// States that are not in the log are passed over, whether they are lost or were not recorded.
    @Test(arguments: [
      (80, "the first bad state is after #80 a80  A.swift:80\n", 0),
      (
        50,
        "the first bad state is one of 21 to 70; those tried in between cannot be tested or are "
          + "not in the log (",
        125
      ),
      (95, "state 90, the last in the log, is still good\n", 125),
    ])
    func statesThatAreNotInTheLogArePassedOver(
      _ firstBad: Int, _ output: String, _ exit: Int32
    ) throws {
      let work = try Misbehaving()
      let name = try work.log(Array(repeating: #"{"add":{}}"#, count: 100), keyframes: [70])
      let log = work.folder.path + "/" + name
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        .map(String.init)
      var lost = lines
      lost.replaceSubrange(93..., with: [#"{"kind":"gap","from":91,"to":100,"reason":"full"}"#])
      lost.replaceSubrange(22..<72, with: [#"{"kind":"gap","from":21,"to":70,"reason":"full"}"#])
      var unrecorded = lines
      for index in [22, 93] {
        unrecorded[index].replace(#/"patch":\[.*\]/#, with: #""patch":null"#)
      }
      for lines in [lost, unrecorded] {
        try (lines.joined(separator: "\n") + "\n")
          .write(toFile: log, atomically: true, encoding: .utf8)
        let call = try work.run(
          ["bisect", log, "--run", "[ $REXREPLAY_SEQ -lt \(firstBad) ]"], tool: "rexreplay")
        #expect(call.output.hasPrefix(output), "\(call)")
        #expect(call.errors.contains("  states 91 to 100 are not in the log\n"), "\(call)")
        #expect(call.exit == exit)
      }
    }

    /// A command has answered when its own process has ended.
    @Test(.timeLimit(.minutes(1)))
    func whatACommandLeavesInTheBackgroundIsNotWaitedFor() throws {
      let work = try Misbehaving()
      let log = try work.log(Array(repeating: #"{"add":{}}"#, count: 3))
      let call = try work.run(["bisect", log, "--run", "sleep 600 & [ $REXREPLAY_SEQ -lt 2 ]"])
      #expect(call.output.hasPrefix("the first bad state is after #2 a2"), "\(call)")
    }

    @Test(arguments: [
      ("exit 0", "state 3, the last, is still good\n", "", 1),
      ("exit 1", "state 0, the first, is already bad\n", "", 1),
      ("exit 125", "state 0 cannot be tested, so there is no answer\n", "", 125),
      ("no-such-command", "", "the command cannot be run (status 127): no-such-command", 125),
      ("kill -9 $$", "", "the command ended with status 137 at state 0: kill -9 $$", 125),
    ])
    func endsWithoutAnAnswerAreReported(
      _ test: String, _ output: String, _ error: String, _ exit: Int32
    ) throws {
      let work = try Misbehaving()
      let log = try work.log(Array(repeating: #"{"add":{}}"#, count: 3))
      let call = try work.run(["bisect", log, "--run", test])
      #expect(call.output == output)
      #expect(error.isEmpty || call.errors.contains(error))
      #expect(call.exit == exit)
      let json = try work.run(["bisect", log, "--run", test, "--json"])
      #expect(
        json.output == (output.isEmpty ? "" : #"{"seq":null,"reason":"\#(output.dropLast())"}\#n"#))
      #expect(json.exit == exit)
    }

    @Test(arguments: [
      [], ["a", "b", "c"], ["a"], ["a", "b", "--run", "true"],
      ["a", "--run", "true", "--against", "t"],
    ])
    func wrongUsageIsReported(_ words: [String]) throws {
      #expect(try Misbehaving().run(["bisect"] + words).exit == 2)
    }

    /// Runs the script of docs/fix-a-bug.md on a history with builds of every kind.
    @Test func gitFindsTheCommitThatDiverges() throws {
      let page = try String(
        contentsOf: Fixture.repository.appending(path: "docs/fix-a-bug.md"), encoding: .utf8)
      let script = try #require(
        page.split(separator: "```sh\n#!/bin/sh\n").last?.split(separator: "```").first)
      let work = try Misbehaving()
      let log = try work.log(Array(repeating: #"{"add":{}}"#, count: 9))
      try work.script("verify-commit", String(script))
      var history =
        "git init -q repo && cd repo && git config user.email a@b && git config user.name a\n"
      for (number, build) in ["", "", "undecodable", "differs", "undecodable", "differs"]
        .enumerated()
      {
        history += """
          printf '#!/bin/sh\\n# \(number)\\nMISBEHAVING_BUILD=\(build) exec "$APP" "$@"\\n' > tool
          chmod +x tool && git add tool && git commit -qm 'build \(number)'

          """
      }
      history += """
        git bisect start HEAD HEAD~5
        git bisect run ../verify-commit ../\(log)
        git bisect log
        """
      try work.script(
        "history",
        "export APP='\(BuiltProducts.url("MisbehavingApp").path)' TOOL=./tool BUILD=true\n"
          + history)
      let call = try work.run([], tool: work.folder.path + "/history")
      #expect(call.output.contains("[build 3]") || call.output.contains("build 3"), "\(call)")
      #expect(call.output.contains("skip"), "what cannot decode the log is skipped\n\(call)")
    }
  }
#endif
