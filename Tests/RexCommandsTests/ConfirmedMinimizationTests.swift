#if os(macOS) || os(Linux)
  import TestSupport
  import Testing

  /// What `minimize` writes shows the bug in a new process.
  @Suite struct ConfirmedMinimizationTests {
    private let app: Misbehaving
    private let add = #"{"add":{}}"#

    init() throws { app = try Misbehaving() }

    /// In a process that has reduced the actions before, the last one alone shows the bug.
    private var hidden: [String] {
      var actions = Array(repeating: add, count: 60)
      (actions[10], actions[30]) = (#"{"remember":{"_0":1}}"#, #"{"remember":{"_0":2}}"#)
      actions[50] = #"{"recall":{}}"#
      return actions
    }

    @Test(arguments: isGateRun ? [1, 2] : [2])
    func aResultIsConfirmedInANewProcess(jobs: Int) throws {
      let call = try app.run([
        "minimize", app.log(hidden), "--when", "$.number == 7", "--no-shrink", "-o", "few.jsonl",
        "--jobs", "\(jobs)",
      ])
      #expect(call.errors.contains("a new process does not confirm the result"), "\(call)")
      #expect(call.output.contains("  #11, #31, #51\n  hidden: a process that has reduced"))
      let confirmed = try app.run(["when", "few.jsonl", "$.number == 7"])
      #expect((confirmed.exit, confirmed.output.isEmpty) == (0, false))
    }

    @Test func inOneProcessAResultIsNotConfirmed() throws {
      let call = try app.run([
        "minimize", app.log(hidden), "--when", "$.number == 7", "--in-process", "--no-shrink",
        "-o", "few.jsonl",
      ])
      #expect(
        call.output.hasSuffix("\n  unconfirmed: it was not replayed in a new process\n"), "\(call)")
    }

    @Test func whatIsNotConfirmedIsNotWritten() throws {
      let call = try app.run([
        "minimize", app.log(hidden), "--when", "@.seq == 60", "-o", "few.jsonl",
      ])
      #expect(call.exit == 125 && call.output.isEmpty, "\(call)")
      #expect(
        call.errors.contains("the actions that were found do not show the bug when they are"))
      #expect(try app.names() == ["log.jsonl"])
    }

    @Test(arguments: [
      ["--when", "$.error != null"], ["--when", "$.n < 1", "--anywhere"],
      ["--run", "! grep -q texts"],
    ])
    func aBugThatTheStartShowsIsNotOfTheActions(options: [String]) throws {
      let call = try app.run(["minimize", app.log([add, add]), "-o", "few.jsonl"] + options)
      #expect(
        call.errors.hasPrefix(
          "log.jsonl: the condition already holds at the start, before any action\nhint: "),
        "\(call)")
      #expect((call.output, call.exit) == ("", 1))
      #expect(try app.names() == ["log.jsonl"])
    }
  }
#endif
