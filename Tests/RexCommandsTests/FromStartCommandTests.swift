#if os(macOS) || os(Linux)
  import RexReplayer
  import TestSupport
  import Testing

  /// A tool whose app begins with its initial state alone, since its `State` is not `Codable`.
  @Suite struct FromStartCommandTests {
    private let app: Misbehaving

    init() throws {
      app = try Misbehaving()
      try app.build("from-start", "from-start")
    }

    private func run(_ words: String...) throws -> Misbehaving.Call {
      try app.run(words + ["--with", "./from-start"], tool: "rexreplay")
    }

    @Test func whatFollowsACrashIsUnknown() throws {
      let call = try run("verify", app.log([add, add, #"{"exit":{"_0":3}}"#, add, add]))
      #expect(
        call.output == """
          log.jsonl: diverged: 2 of 5 actions verified, 1 crashed, 2 unknown (2 unreachable)
            pass      from the start, since State is not Codable; it ends at action 3 (crashed), \
          and what follows is unknown
          log.jsonl:5:1: crash: action 3, a3
            source    A.swift:3
            reason    exit 3

          """)
      #expect(call.exit == 1)
    }

    @Test func partsOfALogAreNotReducedByThemselves() throws {
      let log = try app.log([add, add, add, add], keyframes: [2])
      #expect(try run("verify", log).output.contains("verified: 4 of 4 actions"))
      for option in ["--jobs=2", "--quick"] {
        let call = try run("verify", option, log)
        #expect(
          call.errors == """
            log.jsonl:1:1: error: State is not Codable, so this app reduces a log only in one pass \
            from its start
            hint: make State Codable, or leave out --quick and --jobs

            """)
        #expect(call.exit == 2)
      }
    }

    @Test func severalRunsAndTheOrderOfASetAreCompared() throws {
      let log = try app.log([add, #"{"set":{}}"#, add])
      let call = try run("verify", "--runs", "3", "--cumulative", log)
      #expect(call.output.contains("nondeterminism: action 2, a2"))
      #expect(call.output.contains("still differ at the end"))
    }

    @Test func anUnfinishedActionIsReducedLast() throws {
      let line = #"{"kind":"action","seq":3,"timeMs":3,"type":"a3","action":{"exit":{"_0":3}}"#
      let call = try run("verify", app.log([add, add], keyframes: [1], ending: line))
      #expect(call.output.contains("reproduced: the action that began"))
      #expect(call.exit == 0)
    }

    @Test func actionsAreLeftOutFromTheStart() throws {
      let log = try app.log([add, add, add, add], keyframes: [2])
      #expect(try run("replay", log, "-o", "new.jsonl", "--skip", "3").exit == 0)
      let state = try app.run(["show", "new.jsonl", "3", "--state", "--at", "/n"])
      #expect(state.output == "3\n")
      let few = try run("minimize", log, "--when", "$.n >= 2", "-o", "few.jsonl")
      #expect(few.exit == 0, "\(few)")
      #expect(try run("verify", "few.jsonl").output.contains("2 of 2"))
    }

    @Test func aDivergenceIsNotMinimized() throws {
      let log = try app.log([add, #"{"addText":{"_0":"a"}}"#, add])
      let call = try run("minimize", log, "--diverges", "-o", "few.jsonl")
      #expect(call.errors.contains("State is not Codable, so no action can be reduced from"))
    }
  }

  private let add = #"{"add":{}}"#
#endif
