#if os(macOS) || os(Linux)
  import Foundation
  import RexCommands
  import TestSupport
  import Testing

  /// `verify --since`: what is gone and new since the check of an earlier build.
  @Suite struct SinceTests {
    private let folder: TemporaryFolder
    private let log = Fixture.url("logs/v1/divergence.jsonl").path

    init() throws { folder = try TemporaryFolder() }

    /// A file with the result of a check, edited.
    private func earlier(_ edit: (String) -> String = { $0 }) throws -> String {
      let path = folder.path + "/earlier.json"
      let result = run(["verify", log, "--json", "--in-process"]).output
      try edit(result).write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }

    private func verify(_ words: String...) -> Call {
      var call = run(["verify", log, "--in-process"] + words)
      call.errors = call.errors.replacing(folder.path + "/", with: "")
      return call
    }

    @Test func whatIsAsBeforeIsAccepted() throws {
      let call = verify("--since", try earlier())
      #expect(call.status == .success)
      #expect(call.output.contains(": diverged: 39 of 40 actions verified, 1 diverged\n"))
      #expect(call.output.hasSuffix("\nsince then: 0 gone, 0 new, 1 as before\n"))
    }

    @Test func aCheckThatSaysTooLittleIsNotAccepted() throws {
      for words in [["--first"], ["--require-checked", "100", "--first"]] {
        let result = run(["verify", log, "--json", "--in-process"] + words)
        let path = folder.path + "/part.json"
        try result.output.write(toFile: path, atomically: true, encoding: .utf8)
        let call = run(["verify", log, "--in-process", "--since", path] + words)
        #expect(call.status == .noVerdict, "\(call)")
      }
    }

    @Test func whatIsNewDiverges() throws {
      let path = try earlier {
        $0.replacing(#""seq":14"#, with: #""seq":13"#)
      }
      let call = verify("--since", path)
      #expect(call.status == .negative)
      #expect(
        call.output.hasSuffix(
          """
          since then: 1 gone, 1 new, 0 as before
            gone      divergence: action 13, openThread  /openThread
            new       divergence: action 14, openThread  /openThread

          """))
      let document = verify("--since", path, "--json").output
      #expect(document.contains(#""since":{"gone":[{"kind":"divergence","seq":13,"#))
    }

    @Test func aLogIsFoundByTheEndOfItsName() throws {
      let moved = try earlier { $0.replacing(#"{"log":""#, with: #"{"log":"elsewhere/"#) }
      #expect(verify("--since", moved).status == .success)
      let other = try earlier { $0.replacing("divergence.jsonl", with: "other.jsonl") }
      let call = verify("--since", other)
      #expect(call.status == .negative)
      #expect(call.errors.contains("divergence.jsonl: not in earlier.json\n"))
    }

    @Test(arguments: ["", "{}\n", "not JSON\n"])
    func anotherFileIsRefused(_ text: String) throws {
      let call = verify("--since", try earlier { _ in text })
      #expect(call.status == .unreadable)
      #expect(call.errors.hasPrefix("earlier.json:1:1: error: "))
      #expect(call.errors.hasSuffix("hint: write one: verify LOG… --json > FILE\n"))
    }
  }
#endif
