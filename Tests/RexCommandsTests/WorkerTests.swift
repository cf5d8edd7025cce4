#if os(macOS) || os(Linux)
  import Foundation
  import RexCommands
  import RexJSON
  import RexLog
  import RexReplayer
  import TestSupport
  import Testing

  /// Reducers that end their process, in workers that the built tools start.
  @Suite struct WorkerTests {
    private let app: Misbehaving

    init() throws { app = try Misbehaving() }

    /// The report of each misbehavior; a message follows `\n`.
    static let crashes: [(action: String, reason: String)] = [
      (
        #"{"trap":{}}"#,
        "signal N\n  message   MisbehavingApp/main.swift:N: Fatal error: as the test asked"
      ),
      (#"{"exit":{"_0":0}}"#, "exit 0"),
      (#"{"exit":{"_0":3}}"#, "exit 3"),
      (#"{"kill":{"_0":9}}"#, "signal 9 (SIGKILL)"),
    ]

    @Test(arguments: crashes)
    func crashIsReportedAtItsActionAndTheRestIsChecked(_ action: String, _ reason: String) throws {
      let log = try app.log([add, add, action, add, add])
      let call = try app.run(["verify", log])
      #expect(
        call.output.withoutTraps == """
          log.jsonl: diverged: 4 of 5 actions verified, 1 crashed
          log.jsonl:5:1: crash: action 3, a3
            source    A.swift:3
            reason    \(reason)

          """)
      #expect(call.exit == 1)
    }

    /// Either the worker or its watching thread may be the first to find the socket closed.
    @Test func reducerThatClosesAllDescriptorsIsReported() throws {
      let log = try app.log([add, add, #"{"shutDescriptors":{}}"#, add, add])
      let found = try verification([log])
      #expect(found.crashes.map(\.seq) == [3])
      #expect(found.counts.verified == 4)
    }

    @Test func aHangIsACrash() throws {
      let log = try app.log([add, #"{"hang":{}}"#, add])
      let call = try app.run(["verify", "--timeout", "0.5s", log])
      #expect(call.output.contains("2 of 3 actions verified, 1 crashed"))
      #expect(call.output.contains("reason    no answer within 0.5 s"))
    }

    @Test func aStoppedProcessCountsAsAHang() throws {
      let log = try app.log([#"{"kill":{"_0":\#(SIGSTOP)}}"#, add])
      let call = try app.run(["verify", "--timeout", "0.5s", log])
      #expect(call.output.contains("1 of 2 actions verified, 1 crashed"))
    }

    @Test func exceedingTheMemoryLimitIsACrash() throws {
      let log = try app.log([add, #"{"eat":{}}"#, add])
      let call = try app.run(["verify", "--memory", "200", log])
      #expect(call.output.contains("2 of 3 actions verified, 1 crashed"))
      #expect(call.output.contains("reason    more than 200 MiB"))
    }

    @Test func eachOfSeveralCrashesIsReportedAtItsAction() throws {
      let log = try app.log(
        [add, trap, add, #"{"exit":{"_0":3}}"#, add, #"{"kill":{"_0":9}}"#, add], keyframes: [3])
      let expected = [2, 4, 6]
      for options in [[], ["--jobs", "2"], ["--quick"], ["--quick", "--jobs", "3"]] {
        let found = try verification(options + [log])
        #expect(found.crashes.map(\.seq) == expected, "\(options)")
        #expect((found.counts.verified, found.counts.crashed) == (4, 3), "\(options)")
      }
    }

    @Test func aReplayPassesOverACrash() throws {
      let log = try app.log([add, trap, add])
      let found = try verification(["--cumulative", log])
      #expect(found.crashes.map(\.seq) == [2])
      #expect(found.divergedRanges == [])
      #expect(try verification(["--cumulative", app.log([add, add])]).divergedRanges == [])
    }

    /// From the recorded state the second action finishes, from the start it does not.
    @Test func aCrashOfAReplayFromTheStartCounts() throws {
      let log = try app.log([#"{"addText":{"_0":"a"}}"#, #"{"trapAt":{"_0":"a"}}"#, add])
      let found = try verification(["--cumulative", log])
      #expect((found.counts.verified, found.counts.diverged, found.counts.crashed) == (1, 1, 1))
      #expect(found.crashes.map(\.seq) == [2])
      #expect(found.crashes[0].reason.hasSuffix(", reduced from the start"))
      #expect(found.divergedRanges?.map(\.seq) == [1])
      #expect(found.verdict == .diverged)
    }

    /// The action is counted once, as a crash, although it also diverges by itself.
    @Test func aDivergedActionThatCrashesFromTheStartIsCountedOnce() throws {
      func patch(_ value: Int) -> String { #"[{"op":"replace","path":"/n","value":\#(value)}]"# }
      let log = try app.log(
        [#"{"addText":{"_0":"a"}}"#, #"{"trapAt":{"_0":"a"}}"#, add],
        patches: [2: patch(7), 3: patch(8)])
      let found = try verification(["--cumulative", log])
      #expect((found.counts.verified, found.counts.diverged, found.counts.crashed) == (1, 1, 1))
    }

    @Test func actionsAfterTenCrashesAreUnchecked() throws {
      let log = try app.log(Array(repeating: trap, count: 15) + [add])
      let found = try verification([log])
      #expect(found.crashes.map(\.seq) == Array(1...10))
      #expect(found.counts.unknown == [.unchecked: 6])
      #expect(found.verdict == .diverged)
    }

    @Test func trapInAStatesDecoderCountsForTheActionThatNeedsIt() throws {
      let good = try app.log([add, add, add], keyframes: [2])
      let path = app.folder.path + "/" + good
      let text = try String(contentsOfFile: path, encoding: .utf8)
        .replacing(app.keyframe(2), with: app.keyframe(2, state: "true"))
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let found = try verification([good])
      #expect(found.crashes.map(\.seq).last == 3)
      #expect(found.crashes.allSatisfy { $0.message.hasSuffix(": poisoned") })
    }

    @Test func theStateBeforeACrashIsShown() throws {
      let log = try app.log([add, trap])
      #expect(try app.run(["show", log, "1", "--state", "--at", "/n"]).output == "1\n")
    }

    @Test func printedOutputIsHarmlessAndReported() throws {
      let log = try app.log([say(#"{\"verdict\":"#), say("hello"), add])
      #expect(
        try app.run(["verify", log]).output == """
          log.jsonl: verified: 3 of 3 actions
          note: the reducers printed 16 bytes; a reducer without side effects prints nothing

          """)
      let document = try app.run(["verify", "--json", log]).output
      #expect(document.hasPrefix(#"{"log":"log.jsonl","verdict":"verified""#))
      #expect(document.contains(#""printedBytes":16"#))
    }

    @Test func reducersGetNoInputAndTheirForksEndWithThem() throws {
      let log = try app.log([#"{"read":{}}"#, #"{"fork":{}}"#, #"{"forkAndHang":{}}"#, add])
      let call = try app.run(["verify", log])
      #expect(call.output == "log.jsonl: verified: 4 of 4 actions\n")
    }

    /// A forked process returns from the reducer as well, but has no part in the worker's answers.
    @Test func forksOfAReducerSendNothing() throws {
      let log = try app.log([#"{"fork":{}}"#, #"{"fork":{}}"#, add])
      #expect(try app.run(["replay", log, "-o", "new.jsonl"]).exit == 0)
      let texts = try [log, "new.jsonl"].map {
        try String(contentsOfFile: app.folder.path + "/" + $0, encoding: .utf8)
      }
      #expect(texts[0].split(separator: "\n").count == texts[1].split(separator: "\n").count)
      try Log(path: app.folder.path + "/new.jsonl").check()
      let found = try verification(["--runs", "2", log])
      #expect((found.verdict, found.nondeterminism.count) == (.verified, 0))
    }

    @Test func anUnfinishedActionThatCrashesAgainIsReproduced() throws {
      let torn = { (action: String) in
        #"{"kind":"action","seq":3,"timeMs":3,"type":"last","action":\#(action),"#
          + #""source":{"file":"A.swift","line":9}"#
      }
      for withoutPatches in [false, true] {
        let log = try app.log([add, add], withoutPatches: withoutPatches, ending: torn(trap))
        let found = try verification([log])
        #expect(found.unfinished == .reproduced)
        #expect(found.crashes.map { "\($0.seq) \($0.type ?? "") \($0.line)" } == ["3 last 5"])
        #expect(found.counts.crashed == 1)
        #expect(found.verdict == (withoutPatches ? .inconclusive : .verified))
      }
      let mended = try verification([app.log([add, add], ending: torn(add))])
      #expect((mended.unfinished, mended.verdict) == (.finished, .verified))
    }

    @Test func anUnfinishedActionIsMigratedBeforeItIsReproduced() throws {
      let torn = #"{"kind":"action","seq":3,"timeMs":3,"type":"burst","action":{"burst":{}}"#
      let log = try app.log([add, add], ending: torn)
      try app.build("newer", "newer")
      let call = try app.run(["verify", "--json", log], tool: app.folder.path + "/newer")
      let found = try JSONDecoder().decode(Verification.self, from: Data(call.output.utf8))
      #expect((found.unfinished, found.crashes.map(\.seq)) == (.reproduced, [3]))
      // An older build knows no such action, so it can say nothing about it.
      #expect(try verification([log]).unfinished == nil)
    }

    @Test func aReplayThatCrashesLeavesNoLog() throws {
      let log = try app.log([add, trap, add])
      let call = try app.run(["replay", log, "-o", "new.jsonl"])
      #expect(
        call.errors.withoutTraps == """
          log.jsonl:4:1: error: action 2, a2, crashed: signal N
          hint: MisbehavingApp/main.swift:N: Fatal error: as the test asked

          """)
      #expect(call.exit == 1)
      #expect(try app.names() == ["log.jsonl"])
    }

    private func verification(_ words: [String]) throws -> Verification {
      try app.verification(words)
    }
  }

  /// Workers of other tools, with other logs, and other ways to end.
  @Suite struct WorkerProcessTests {
    private let app: Misbehaving

    init() throws { app = try Misbehaving() }

    @Test func workerAndInProcessResultsAreEqual() throws {
      for name in ["team-chat.jsonl", "torn.jsonl"] {
        let log = Fixture.url("logs/v1/" + name).path
        for options in [[], ["--json"], ["--quick"], ["--cumulative"]] {
          let own = try app.run(["verify", "--in-process", log] + options, tool: "rexreplay")
          let others = try app.run(["verify", log] + options, tool: "rexreplay")
          // Only a worker reduces an unfinished action.
          let output = others.output.replacing(#","unfinished":"finished""#, with: "").replacing(
            "the action that began and never finished finishes now\n", with: "")
          #expect(output == own.output, "\(name) \(options)")
          #expect((others.errors, others.exit) == (own.errors, own.exit))
        }
      }
    }

    @Test(arguments: ["team-chat", "torn"])
    func workerWritesTheSameLogAsInProcess(_ name: String) throws {
      let log = Fixture.url("logs/v1/\(name).jsonl").path
      for (file, options) in [("own.jsonl", ["--in-process"]), ("other.jsonl", [])] {
        #expect(
          try app.run(["replay", log, "-o", file] + options, tool: "rexreplay").exit == 0)
      }
      let texts = try ["/own.jsonl", "/other.jsonl"].map {
        try String(contentsOfFile: app.folder.path + $0, encoding: .utf8)
      }
      #expect(texts[0] == texts[1])
    }

    @Test func logFromAPipeIsSentToTheWorker() throws {
      let log = try app.log([add, trap, add])
      let call = try app.run(["verify", "-"], input: log)
      #expect(
        call.output.hasPrefix(
          "-: diverged: 2 of 3 actions verified, 1 crashed\n-:4:1: crash: action 2"))
    }

    @Test func stockToolUsesAnAppsWorker() throws {
      let log = try app.log([add, trap, add])
      let tool = BuiltProducts.url("MisbehavingApp").path
      let call = try app.run(["verify", "--with", tool, log], tool: "rexreplay")
      #expect(call.output.hasPrefix("log.jsonl: diverged: 2 of 3 actions verified, 1 crashed\n"))
      #expect(try app.run(["verify", log], tool: "rexreplay").exit == 125)
      let replayed = try app.run(
        ["replay", "--with", tool, try app.log([add]), "-o", "new.jsonl"], tool: "rexreplay")
      #expect(replayed.output == "log.jsonl: 1 action reduced again into new.jsonl\n")
    }

    @Test func statesThatAreNotRecordedAreReducedByAWorker() throws {
      let log = try app.log([add, add, add], withoutPatches: true)
      let words = ["show", log, "2", "--state", "--at", "/n"]
      #expect(try app.run(words).output == "2\n")
      let tool = BuiltProducts.url("MisbehavingApp").path
      #expect(try app.run(words + ["--with", tool], tool: "rexreplay").output == "2\n")
      #expect(try app.run(words, tool: "rexreplay").exit == 3)
      for (name, text) in [("when", "$.n"), ("history", "/n"), ("blame", "/n"), ("find", "/n")] {
        let (own, words) = (try app.run([name, log, text]), [name, log, text, "--with", tool])
        #expect(own.exit == 0 && !own.output.isEmpty, "\(own)")
        #expect(try app.run(words, tool: "rexreplay").output == own.output)
      }
      let crashing = try app.run(["show", try app.log([add, trap], withoutPatches: true), "1"])
      #expect(crashing.errors.contains("error: action 2, a2, crashed: signal"))
    }

    @Test func workerOfAnotherAppIsAnError() throws {
      let log = Fixture.url("logs/v1/team-chat.jsonl").path
      let tool = BuiltProducts.url("MisbehavingApp").path
      let call = try app.run(["verify", "--with", tool, log], tool: "rexreplay")
      #expect(call.errors.contains("there is no reducer for the app TeamChat"))
      #expect(call.exit == 125)
    }

    static let strangers = [
      ("/bin/sh", "this tool is not a worker: it exited without an answer"),
      ("/bin/cat", "this tool is not a worker: it exited without an answer"),
      ("./flood", "this tool is not a worker: it printed too much output"),
      ("./liar", "this tool is not a worker: it sent an unexpected message"),
      ("./nothing", "the worker cannot be started: No such file or directory"),
      ("./log.jsonl", "the worker cannot be started: Permission denied"),
    ]

    @Test(arguments: strangers)
    func toolThatIsNotAWorkerIsAnError(_ tool: String, _ problem: String) throws {
      let log = try app.log([add])
      try app.script("flood", "while :; do echo yes yes yes yes yes yes yes yes yes; done")
      try app.script("liar", "printf 'no message at all' >&3; sleep 60")
      let call = try app.run(["verify", "--with", tool, log], tool: "rexreplay")
      #expect(call.errors.hasPrefix("\(tool): error: \(problem)"))
      #expect((call.output, call.exit) == ("", 125))
    }

    /// Tools that keep to the protocol at first.
    @Test(arguments: [
      ("sleep 60", "error: the worker ended before the first action: no answer within 3 s"),
      ("echo '{\"tried\":{\"_0\":true}}' >&3; sleep 60", "it sent an unexpected message"),
      ("echo nonsense >&3; sleep 60", "it sent an unexpected message"),
      ("echo log >&5; exit 3", "error: the worker ended before the first action: exit 3"),
    ])
    func aWorkerThatGoesWrongIsAnError(_ script: String, _ problem: String) throws {
      let log = try app.log([add])
      try app.script("wrong", #"echo '{"hello":{"version":9}}' >&3; "# + script)
      let call = try app.run(
        ["verify", "--timeout", "0.1s", "--with", "./wrong", log], tool: "rexreplay")
      #expect(call.errors.contains(problem))
      #expect((call.output, call.exit) == ("", 125))
    }

    @Test func aWorkerCannotBeStartedByHand() throws {
      let call = try app.run(["worker"])
      #expect(call.exit == 2)
      #expect(call.errors.hasPrefix("misbehaving: error: worker is for the commands"))
      #expect(try !app.run(["help"]).output.contains("worker"))
    }

    @Test(arguments: isGateRun ? [SIGINT, SIGTERM, SIGKILL] : [SIGKILL])
    func aWorkerEndsWithItsCommand(_ signal: Int32) throws {
      let pidPath = app.folder.path + "/pid"
      let log = try app.log([#"{"tell":{"_0":"\#(pidPath)"}}"#, #"{"hang":{}}"#])
      let process = Process()
      process.executableURL = BuiltProducts.url("MisbehavingApp")
      process.arguments = ["verify", "--timeout", "600s", app.folder.path + "/" + log]
      (process.standardOutput, process.standardError) = (
        FileHandle.nullDevice, FileHandle.nullDevice
      )
      try process.run()
      var worker: pid_t?
      for _ in 0..<3_000 where worker == nil {
        usleep(10_000)
        worker = (try? String(contentsOfFile: pidPath, encoding: .utf8)).flatMap { pid_t($0) }
      }
      let pid = try #require(worker)
      #expect(kill(pid, 0) == 0)
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      var isGone = false
      for _ in 0..<3_000 where !isGone {
        usleep(10_000)
        isGone = kill(pid, 0) == -1
      }
      #expect(isGone)
    }
  }

  private let add = #"{"add":{}}"#
  private let trap = #"{"trap":{}}"#
  private func say(_ text: String) -> String { #"{"say":{"_0":"\#(text)"}}"# }

  extension String {
    /// Without what differs between processors, and between edits of the app.
    fileprivate var withoutTraps: String {
      replacing(#/signal \d+ \(SIG(ILL|TRAP)\)/#, with: "signal N")
        .replacing(#/main\.swift:\d+/#, with: "main.swift:N")
    }
  }
#endif
