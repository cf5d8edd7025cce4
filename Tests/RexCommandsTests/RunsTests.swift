#if os(macOS) || os(Linux)
  import RexJSON
  import RexLog
  import RexReplayer
  import TestSupport
  import Testing

  /// `--runs`: differences between processes.
  @Suite struct RunsTests {
    private let app: Misbehaving

    init() throws { app = try Misbehaving() }

    static let causes: [(action: String, likely: Nondeterminism.Cause, path: String?)] = [
      (#"{"set":{}}"#, .setOrder, "/texts"), (#"{"clock":{}}"#, .clock, "/number"),
      (#"{"random":{}}"#, .random, "/number"), (#"{"uuid":{}}"#, .uuid, "/texts/0"),
      (#"{"zone":{}}"#, .locale, "/texts/0"), (#"{"complain":{}}"#, .random, nil),
    ]

    @Test(arguments: causes)
    func differingRunsAreReportedWithTheLikelyCause(
      _ action: String, _ likely: Nondeterminism.Cause, _ path: String?
    ) throws {
      for withoutPatches in [false, true] {
        let log = try app.log([add, action, add], withoutPatches: withoutPatches)
        let found = try app.verification(["--runs", "3", log])
        let first = try #require(found.nondeterminism.first)
        #expect(found.nondeterminism.count == 1)
        #expect((first.seq, first.type, first.line) == (2, "a2", 4))
        #expect((first.likelyCause, first.path?.description) == (likely, path))
        #expect(first.source == LogSource(file: "A.swift", line: 2))
        #expect(first.first != first.other)
        #expect((found.verdict, found.runCount) == (.diverged, 3))
      }
    }

    /// Two elements have two orders, and one is recorded, so about half of the runs match.
    @Test func nondeterminismIsFoundEvenIfSomeRunsMatch() throws {
      let log = try app.log(
        Array(repeating: #"{"coin":{}}"#, count: 4),
        patches: Dictionary(
          uniqueKeysWithValues: (1...4).map { seq in
            let texts = #"{"op":"replace","path":"/texts","value":["heads","tails"]}"#
            return (seq, #"[{"op":"replace","path":"/n","value":\#(seq)},\#(texts)]"#)
          }))
      let found = try app.verification(["--runs", "20", log])
      #expect(found.nondeterminism.allSatisfy { $0.likelyCause == .setOrder })
      #expect(!found.nondeterminism.isEmpty)
    }

    @Test func eachActionThatDiffersByItselfIsNamed() throws {
      let uuid = #"{"uuid":{}}"#
      let log = try app.log([uuid, add, uuid, #"{"addText":{"_0":"a"}}"#])
      #expect(try app.verification(["--runs", "2", log]).nondeterminism.map(\.seq) == [1, 3])
      let found = try app.verification(["--runs", "2", "--ignore", "/texts/0", log])
      #expect(found.nondeterminism.isEmpty)
    }

    @Test func aCrashInOneOfTheRunsIsNamed() throws {
      let found = try app.verification(["--runs", "4", app.log([add, #"{"trapAbroad":{}}"#, add])])
      let named = try #require(found.nondeterminism.first)
      #expect(found.nondeterminism.count == 1)
      #expect((named.seq, named.likelyCause, named.run) == (2, .crash, 3))
      #expect(named.first == nil && named.other?.string?.hasPrefix("signal") == true)
      #expect((found.counts.verified, found.verdict) == (3, .diverged))
    }

    @Test func crashesForDifferentReasonsAreNamed() throws {
      let log = try app.log([add, #"{"trapAnywhere":{}}"#, add])
      let found = try app.verification(["--runs", "4", log]).nondeterminism
      #expect(found.map(\.seq) == [2] && found.map(\.run) == [3])
      #expect(found.first?.first?.string?.hasSuffix("it is at home") == true)
      #expect(found.first?.other?.string?.hasSuffix("it is abroad") == true)
    }

    @Test func equalRunsAreReportedAsDeterministic() throws {
      let log = try app.log([add, trap, add])
      let text = try app.run(["verify", "--runs", "3", log]).output
      #expect(text.hasSuffix("note: 3 runs in different processes did the same\n"))
      #expect(try app.verification(["--runs", "3", log]).nondeterminism.isEmpty)
    }

    @Test(arguments: ["--runs 2 --quick", "--runs 2 --in-process", "--jobs 2 --in-process"])
    func runsAndJobsRequireSeparateProcesses(_ options: String) throws {
      let words = ["verify", try app.log([add])] + options.split(separator: " ").map(String.init)
      #expect(try app.run(words).exit == 2)
    }
  }

  private let add = #"{"add":{}}"#
  private let trap = #"{"trap":{}}"#
#endif
