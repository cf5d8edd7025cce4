#if os(macOS) || os(Linux)
  import Foundation
  import RexReplayer
  import TestSupport
  import Testing

  /// A check that ends before the log does, by `--first` or a signal, and says so.
  @Suite struct StoppedVerifyTests {
    private let app: Misbehaving
    private static let (add, uuid, trap) = (#"{"add":{}}"#, #"{"uuid":{}}"#, #"{"trap":{}}"#)

    init() throws { app = try Misbehaving() }

    @Test(
      arguments: [[], ["--quick"], ["--in-process"], ["--quick", "--in-process"]], [[1, 3], [2]])
    func theFirstDivergenceEndsTheCheck(_ options: [String], _ keyframes: Set<Int>) throws {
      let actions = [Self.add, Self.uuid, Self.add, Self.uuid, Self.add]
      let log = try app.log(actions, keyframes: keyframes)
      let found = try app.verification(["--first", log] + options)
      #expect(found.divergences.map(\.seq) == [2])
      #expect(found.counts.diverged == 1 && found.counts.actionCount == 5)
      #expect(found.stoppedAfter == 2)
      #expect(found.verdict == .diverged)
      let text = try app.run(["verify", "--first", log] + options)
      #expect(text.exit == 1)
      #expect(text.output.contains(#/\n  stopped   after action 2; 3 actions not checked\n/#))
    }

    @Test func theFirstCrashEndsTheCheck() throws {
      let log = try app.log([Self.add, Self.trap, Self.add, Self.trap])
      let found = try app.verification(["--first", log])
      #expect(found.crashes.map(\.seq) == [2])
      #expect((found.counts.verified, found.counts[.unchecked], found.stoppedAfter) == (1, 2, 2))
    }

    @Test func withoutADifferenceTheCheckIsWhole() throws {
      let found = try app.verification(["--first", app.log([Self.add, Self.add])])
      #expect(found.stoppedAfter == nil && found.verdict == .verified)
    }

    @Test(arguments: ["--jobs 2", "--runs 2", "--cumulative"])
    func oneJobEndsAtTheFirst(_ option: String) throws {
      let words = option.split(separator: " ").map(String.init)
      #expect(try app.run(["verify", "--first", app.log([Self.add])] + words).exit == 2)
    }

    /// Sends the signal when the third action is reduced; returns what is written to a descriptor.
    private func written(
      by words: [String], onceStoppedBy signal: Int32, _ actions: [String],
      withoutPatches: Bool = false, isError: Bool = false
    ) throws -> Data {
      let path = app.folder.path + "/reached"
      let tell = #"{"tell":{"_0":"\#(path)"}}"#
      let log = try app.log(
        [Self.add, Self.add, tell] + actions, named: "long.jsonl", withoutPatches: withoutPatches)
      let process = Process()
      process.executableURL = BuiltProducts.url("MisbehavingApp")
      process.arguments = [words[0], log] + words.dropFirst()
      process.currentDirectoryURL = URL(filePath: app.folder.path)
      let output = Pipe()
      (process.standardOutput, process.standardError) =
        isError ? (FileHandle.nullDevice, output) : (output, FileHandle.nullDevice)
      try process.run()
      while !FileManager.default.fileExists(atPath: path), process.isRunning { usleep(10_000) }
      kill(process.processIdentifier, signal)
      let written = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 125)
      return written
    }

    private func stopped(by signal: Int32, _ actions: [String]) throws -> Verification {
      let document = try written(
        by: ["verify", "--json", "--timeout", "60s"], onceStoppedBy: signal, actions)
      return try JSONDecoder().decode(Verification.self, from: document)
    }

    @Test(arguments: [
      ["when", "$.nothing == 1"], ["list", "--where", "$.nothing == 1"], ["history", "/nothing"],
      ["find", "nothing"],
    ])
    func aSignalEndsTheBackfilling(_ words: [String]) throws {
      let naps = Array(repeating: #"{"nap":{}}"#, count: 100)
      let errors = try written(
        by: words, onceStoppedBy: SIGINT, naps, withoutPatches: true, isError: true)
      let text = String(decoding: errors, as: UTF8.self)
      #expect(text.contains(": stopped at action ") && !text.contains("reduced again"), "\(text)")
      #expect(!text.contains("error"))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalEndsTheCheckWithWhatItFound(_ signal: Int32) throws {
      let found = try stopped(by: signal, Array(repeating: #"{"nap":{}}"#, count: 400))
      let last = try #require(found.stoppedAfter)
      #expect((3..<403).contains(last))
      #expect(found.counts.verified == last && found.counts[.unchecked] == 403 - last)
      #expect(found.verdict == .inconclusive)
    }

    @Test func aReducerThatHangsIsNotWaitedFor() throws {
      let found = try stopped(by: SIGINT, [#"{"hang":{}}"#])
      #expect((found.stoppedAfter, found.counts[.unchecked]) == (0, 4))
    }

    @Test func aSetInTheStateSuggestsMoreRuns() throws {
      let log = try app.log([#"{"collect":{"_0":["one"]}}"#, Self.add])
      #expect(try app.verification([log]).unorderedType == "Set<String>")
      #expect(try app.run(["verify", log]).output.contains("try --runs 10"))
    }
  }
#endif
