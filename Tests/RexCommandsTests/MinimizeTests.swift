#if os(macOS) || os(Linux)
  import Foundation
  import RexLog
  import RexReplayer
  import TestSupport
  import Testing

  /// Finding the fewest actions that still show a problem, with workers of a built tool.
  @Suite struct MinimizeTests {
    private let app: Misbehaving

    init() throws { app = try Misbehaving() }

    @Test func divergenceNeedsOnlyItsOwnAction() throws {
      let log = try app.log(
        Array(repeating: add, count: 60),
        patches: [41: #"[{"op":"replace","path":"/n","value":99}]"#])
      let unconfirmed = "  unconfirmed: it was not replayed in a new process\n"
      for (options, end) in [([String](), ""), (["--in-process"], unconfirmed)] {
        let call = try app.run(["minimize", log, "--diverges", "-o", "few.jsonl"] + options)
        #expect(
          call.output == """
            log.jsonl: 1 of 60 actions in few.jsonl, after 1 test: none of them can be left out
              #41

            """ + end)
        #expect((call.errors, call.exit) == ("", 0))
        #expect(
          try app.run(["verify", "few.jsonl"]).output == """
            few.jsonl: diverged: 0 of 1 action verified, 1 diverged
            few.jsonl:3:1: divergence: action 41, a41
              source    A.swift:41
              path      /n
              recorded  99
              reduced   41

            """)
        try FileManager.default.removeItem(atPath: app.folder.path + "/few.jsonl")
      }
    }

    @Test func divergenceByHiddenDataKeepsTheActionsThatSetIt() throws {
      var actions = Array(repeating: add, count: 60)
      (actions[10], actions[30]) = (#"{"remember":{"_0":1}}"#, #"{"remember":{"_0":2}}"#)
      actions[50] = #"{"recall":{}}"#
      let log = try app.log(actions)
      let call = try app.run(["minimize", log, "--diverges", "--jobs", "2", "-o", "few.jsonl"])
      #expect(call.output.contains("log.jsonl: 3 of 60 actions in few.jsonl"))
      #expect(
        call.output.hasSuffix(
          """
          : none of them can be left out
            #11, #31, #51
            hidden: alone, #51 does not diverge: the reducer uses something outside the state

          """))
      let found = try app.verification(["few.jsonl"])
      #expect(found.divergences.map(\.seq) == [51])
      #expect((found.counts.verified, found.counts.unknown[.lost]) == (2, 38))
      try Log(path: app.folder.path + "/few.jsonl").check()
    }

    @Test func logWithoutDivergenceHasNothingToMinimize() throws {
      let call = try app.run(["minimize", app.log([add]), "--diverges", "-o", "few.jsonl"])
      #expect(call.exit == 1)
      #expect(call.errors.contains("no action diverges"))
    }

    /// An action that sets a text and one that crashes on it, among unrelated actions.
    private var crash: [String] {
      var actions = Array(repeating: add, count: 50)
      actions[12] = #"{"addText":{"_0":"planted"}}"#
      actions[40] = #"{"trapAt":{"_0":"planted"}}"#
      return actions
    }

    @Test(arguments: isGateRun ? [1, 2, 3] : [2])
    func crashIsMinimizedAndItsPayloadsShrunk(jobs: Int) throws {
      let log = try app.log(crash)
      let call = try app.run([
        "minimize", log, "--crashes", "--jobs", "\(jobs)", "-o", "few.jsonl",
      ])
      #expect(
        call.output.withoutTraps == """
          log.jsonl: 2 of 41 actions in few.jsonl, after 46 tests: none of them can be left out
            #13, #41
            smaller payloads: #13, #41
            crash: signal N
            message: MisbehavingApp/main.swift:N: Precondition failed: it is there

          """)
      let found = try app.verification(["few.jsonl"])
      #expect(found.crashes.map(\.seq) == [2])
      #expect(found.counts.verified == 1)
      let text = try String(contentsOfFile: app.folder.path + "/few.jsonl", encoding: .utf8)
      #expect(text.contains(#""action":{"trapAt":{"_0":""}},"source""#), "\(text)")
    }

    @Test func unfinishedActionStaysUnfinished() throws {
      let log = try app.log(
        Array(crash.dropLast(10)),
        ending: #"{"kind":"action","seq":41,"timeMs":41,"type":"last","action":\#(crash[40])"#)
      let call = try app.run(["minimize", log, "--crashes", "--no-shrink", "-o", "few.jsonl"])
      #expect(call.output.contains("  #13, #41\n  crash: signal"))
      let found = try app.verification(["few.jsonl"])
      #expect((found.unfinished, found.crashes.map(\.seq)) == (.reproduced, [2]))
    }

    @Test(arguments: [
      (#"{"exit":{"_0":3}}"#, "exit 3", [String]()),
      (#"{"hang":{}}"#, "no answer within 0.3 s", ["--timeout", "0.3s"]),
      (#"{"eat":{}}"#, "more than 200 MiB", ["--memory", "200"]),
    ])
    func everyProcessExitIsACrash(
      _ action: String, _ reason: String, _ options: [String]
    ) throws {
      let log = try app.log([add, add, action, add])
      let call = try app.run(["minimize", log, "--crashes", "-o", "few.jsonl"] + options)
      #expect(call.output.contains("1 of 3 actions in few.jsonl"))
      #expect(call.output.contains("  #3\n  crash: \(reason)\n"), "\(call)")
    }

    @Test func aCrashOfAnotherKindDoesNotCount() throws {
      var actions = crash
      actions[5] = #"{"addText":{"_0":"other"}}"#
      actions[48] = #"{"exit":{"_0":3}}"#
      let call = try app.run(["minimize", app.log(actions), "--crashes", "-o", "few.jsonl"])
      #expect(call.output.contains("  #13, #41\n"))
    }

    /// Without the text, the same action ends with the same signal for another reason.
    @Test(arguments: isGateRun ? [1, 3] : [3])
    func aCrashWithAnotherMessageDoesNotCount(jobs: Int) throws {
      var actions = crash
      actions[40] = #"{"pick":{}}"#
      let call = try app.run([
        "minimize", app.log(actions), "--crashes", "--jobs", "\(jobs)", "-o", "few.jsonl",
      ])
      #expect(call.output.contains("  #13, #41\n"), "\(call)")
      #expect(call.output.contains("Fatal error: Index out of range"))
      #expect(try app.verification(["few.jsonl"]).crashes.first?.message.contains("Index") == true)
    }

    @Test func numbersInACrashMessageDoNotCount() throws {
      let actions = Array(repeating: add, count: 20) + [#"{"trapCounting":{}}"#]
      let call = try app.run(["minimize", app.log(actions), "--crashes", "-o", "few.jsonl"])
      #expect(call.output.contains("1 of 21 actions in few.jsonl"), "\(call)")
      #expect(call.output.contains("Fatal error: after 1 actions, at 0x1\n"))
      #expect(!call.output.contains("same crash"))
    }

    @Test func whatCountsAsTheSameCrashIsSaidIfItPrintedNoMessage() throws {
      let log = try app.log([add, add, #"{"exit":{"_0":3}}"#])
      let call = try app.run(["minimize", log, "--crashes", "-o", "few.jsonl"])
      #expect(
        call.output.hasSuffix(
          """
            crash: exit 3
            same crash: any exit 3 in a3, since no crash message was printed

          """), "\(call)")
    }

    @Test func crashesNeedProcesses() throws {
      let log = try app.log([add])
      let questions = [
        ["--crashes"], ["--when", "$.n", "--jobs", "2"], ["--diverges", "--jobs", "2"],
      ]
      for option in questions {
        let words = ["minimize", log, "-o", "few.jsonl", "--in-process"] + option
        #expect(try app.run(words).exit == 2)
      }
      #expect(try app.run(["minimize", log, "-o", "few.jsonl", "--crashes"]).exit == 1)
    }

    /// Without the first text, the last action traps, which does not count as a result.
    @Test(arguments: isGateRun ? [1, 4] : [4])
    func trapInACandidateDoesNotEndTheSearch(jobs: Int) throws {
      var actions = Array(repeating: add, count: 40)
      actions[10] = #"{"addText":{"_0":"a"}}"#
      actions[20] = #"{"needText":{"_0":"a"}}"#
      actions[30] = #"{"addText":{"_0":"b"}}"#
      let log = try app.log(actions)
      let call = try app.run([
        "minimize", log, "--when", "$.texts[1] == 'b' && $.number == 3", "--no-shrink",
        "--jobs", "\(jobs)", "-o", "few.jsonl",
      ])
      #expect(call.output.contains("  #11, #21, #31\n"), "\(call)")
    }

    /// The entry in a filter, and the duplicate that it caused.
    @Test(arguments: [
      ["--when", "!unique($.texts[*]) && max($.texts[*], length(@)) == 6 within 1.5"],
      ["--when", "count($.texts[?@ == @@.action.addText._0]) > 1", "--anywhere"],
    ])
    func aDuplicateIsMinimized(options: [String]) throws {
      var actions = Array(repeating: add, count: 30)
      for index in [5, 20] { actions[index] = #"{"addText":{"_0":"planted"}}"# }
      actions[10] = #"{"addText":{"_0":"other"}}"#
      let words = ["minimize", try app.log(actions), "--no-shrink", "-o", "few.jsonl"] + options
      let call = try app.run(words)
      #expect(call.output.contains("2 of 30 actions in few.jsonl"), "\(call)")
      #expect(call.output.contains("  #6, #21\n"))
    }

    @Test func aCommandJudgesTheStatesOfAWorker() throws {
      var actions = Array(repeating: add, count: 30)
      actions[10] = #"{"addText":{"_0":"planted"}}"#
      let log = try app.log(actions)
      for options in [[], ["--anywhere"], ["--jobs", "2"], ["--in-process"]] {
        let call = try app.run(
          ["minimize", log, "--run", "! grep -q planted", "-o", "few.jsonl", "--no-shrink"]
            + options)
        #expect(call.output.contains("1 of 30 actions in few.jsonl"), "\(options) \(call)")
        #expect(call.output.contains("  #11\n"))
        try FileManager.default.removeItem(atPath: app.folder.path + "/few.jsonl")
      }
    }

    @Test func searchStartsAfterTheLastGap() throws {
      var actions = Array(repeating: add, count: 30)
      actions[20] = #"{"addText":{"_0":"planted"}}"#
      let whole = try app.log(actions, keyframes: [10])
      let path = app.folder.path + "/" + whole
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let gap = #"{"kind":"gap","from":5,"to":10,"reason":"as the test asked"}"#
      let text = (lines[..<6] + [gap[...]] + lines[12...]).joined(separator: "\n") + "\n"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let call = try app.run([
        "minimize", whole, "--when", "$.texts[0]", "--no-shrink", "-o", "few.jsonl",
      ])
      #expect(
        call.errors.hasPrefix(
          "log.jsonl: actions up to 10 are lost, so the search starts after them\n"), "\(call)")
      #expect(call.output.contains("1 of 20 actions in few.jsonl"))
      #expect(try Log(path: app.folder.path + "/few.jsonl").session.after == 10)
    }

    @Test(arguments: [[], ["--in-process"]])
    func logWithoutActionsHasNothingToMinimize(options: [String]) throws {
      let log = try app.log([])
      let call = try app.run(["minimize", log, "--when", "$.n >= 0", "-o", "few.jsonl"] + options)
      #expect((call.errors, call.exit) == ("log.jsonl: there are no actions to leave out\n", 1))
    }

    @Test func leftOutUnfinishedActionIsReported() throws {
      let log = try app.log(
        [#"{"addText":{"_0":"planted"}}"#, add],
        ending: #"{"kind":"action","seq":3,"timeMs":3,"type":"last","action":{"add":{}}"#)
      let call = try app.run(["minimize", log, "--when", "$.texts[0]", "-o", "few.jsonl"])
      #expect(
        call.errors.hasSuffix(
          "action 3, last, began and never finished, or recording failed there\n"))
    }

    @Test func spentBudgetWritesTheBestResultSoFar() throws {
      let log = try app.log(Array(crash.dropLast(10)))
      let call = try app.run([
        "minimize", log, "--when", "$.texts[0]", "--tests", "5", "--json", "-o", "few.jsonl",
      ])
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any])
      #expect(document["minimal"] as? Bool == false)
      #expect(document["tests"] as? Int == 5)
      #expect(try document["after"] as? Int == Log(path: app.folder.path + "/few.jsonl").lastSeq)
    }

    @Test(arguments: isGateRun ? ["INT", "TERM", "HUP"] : ["TERM"])
    func aSignalThatEndsTheSearchWritesTheBestResultSoFar(_ signal: String) throws {
      let log = try app.log(Array(repeating: add, count: 50) + [#"{"addText":{"_0":"it"}}"#])
      let process = Process()
      process.executableURL = BuiltProducts.url("MisbehavingApp")
      process.currentDirectoryURL = URL(filePath: app.folder.path)
      // The command that judges states stops the search itself, at its tenth state.
      let judge = """
        grep -q '"it"' || exit 0
        echo >> count
        [ $(wc -l < count) -eq 6 ] && { kill -\(signal) $(cat pid); sleep 0.2; }
        exit 1
        """
      process.arguments = [
        "minimize", log, "--run", "while ! [ -s pid ]; do sleep 0.01; done; \(judge)",
        "-o", "few.jsonl",
      ]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      try "\(process.processIdentifier)".write(
        toFile: app.folder.path + "/pid", atomically: true, encoding: .utf8)
      process.waitUntilExit()
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(process.terminationStatus == 0)
      #expect(text.contains("stopped before the search ended"), "\(text)")
      try Log(path: app.folder.path + "/few.jsonl").check()
    }

    /// Without the fixed build, the one action that adds a text would be enough.
    @Test func whatAFixedBuildShowsTooIsNotTheBug() throws {
      var actions = Array(repeating: add, count: 9)
      actions[8] = #"{"addText":{"_0":"x"}}"#
      let log = try app.log(actions)
      try app.build("broken", "differs")
      try app.build("fixed", "")
      let words = [
        "minimize", log, "--when", "$.number == 1 || $.texts[0]", "--with", "./broken", "-o",
      ]
      let any = try app.run(words + ["any.jsonl"])
      #expect(any.output.hasPrefix("log.jsonl: 1 of 9 actions in any.jsonl"), "\(any)")
      // At the end of the whole log, both builds have a text.
      let both = try app.run(words + ["few.jsonl", "--not-with", "./fixed"])
      #expect(
        both.errors == """
          log.jsonl: the condition also holds where it is fixed, when 9 actions are reduced again
          hint: --not-with takes a tool in which the bug is fixed

          """, "\(both)")
      #expect(both.exit == 1)
    }

    @Test(arguments: [[], ["--jobs", "2"]])
    func theBugIsMinimizedAgainstAFixedBuild(_ options: [String]) throws {
      let log = try app.log(Array(repeating: add, count: 9))
      try app.build("broken", "differs")
      try app.build("fixed", "")
      let words = ["minimize", log, "--when", "$.n > 2", "--not-with", "./fixed"]
      let never = try app.run(words + ["--with", "./broken", "-o", "none.jsonl"] + options)
      #expect(never.exit == 1 && never.output.isEmpty, "\(never)")
      let call = try app.run(
        [
          "minimize", log, "--when", "$.number == 1", "--with", "./broken", "--not-with", "./fixed",
          "-o", "few.jsonl",
        ] + options)
      #expect(call.output.hasPrefix("log.jsonl: 5 of 9 actions in few.jsonl"), "\(call)")
      // Its states are those of the build that shows the bug, not those that were recorded.
      #expect(try app.run(["when", "few.jsonl", "$.number == 1"]).exit == 0)
      #expect(call.output.contains("none of them can be left out"))
      let usage = try app.run(["minimize", log, "--crashes", "--not-with", "./fixed", "-o", "x"])
      #expect(usage.exit == 2, "\(usage)")
    }
  }

  private let add = #"{"add":{}}"#

  extension String {
    /// Without the numbers of signals and lines, which differ from machine to machine.
    fileprivate var withoutTraps: String {
      replacing(#/signal \d+ \(\w+\)/#, with: "signal N")
        .replacing(#/main\.swift:\d+/#, with: "main.swift:N")
    }
  }
#endif
