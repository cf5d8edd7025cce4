#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The built tool in a shell, with any kind of standard streams.
  @Suite struct ShellTests {
    @Test func theLogIsNotReadInPlaceOfAClosedInput() throws {
      let call = try shell("step \"$1\" <&-")
      #expect(call.output == "EveryKind: actions 1 to 4. help lists the commands.\n")
      #expect(call.errors == "")
      #expect(call.status == 0)
    }

    @Test func aClosedOutputIsAnError() throws {
      let call = try shell("info \"$1\" >&-")
      let lines = call.errors.split(separator: "\n")
      #expect(
        lines.first == "rexreplay: error: standard output cannot be written: Bad file descriptor")
      #expect(lines.count == 2 && lines.last?.hasPrefix("hint: ") == true)
      #expect(call.status == 3)
    }

    /// `head` and a pager that is left end before everything is written.
    @Test(arguments: ["list", "show", "find"])
    func aReaderThatEndsIsNoError(_ command: String) throws {
      let words = ["list": "list \"$1\"", "show": "show \"$1\" 1", "find": "find \"$1\" e"]
      let call = try shell("\(words[command] ?? "") | true; echo ${PIPESTATUS[0]}", by: "/bin/bash")
      #expect((call.output, call.errors) == ("0\n", ""))
    }

    /// The reader has ended before the first result is written.
    @Test(arguments: [
      ("verify '$divergence' --in-process", 1), ("diff \"$1\" 0 1", 1),
      ("compare \"$1\" '$divergence'", 1), ("bisect '$divergence' --run true", 1),
      ("grade '$hostile'", 125), ("check '$news' --rules '$rules'", 1),
      ("triage '$divergence' --in-process", 1), ("info --check '$damaged'", 3),
      ("redact '$secret' --check '$list'", 1),
    ])
    func aVerdictIsReachedWithoutAReader(_ words: String, _ status: Int32) throws {
      let paths = [
        "divergence": "logs/v1/divergence.jsonl", "hostile": "logs/v1/hostile.jsonl",
        "rules": "rules/bank.txt", "secret": "logs/v1/secrets.jsonl",
        "news": "logs/v1/news.jsonl", "damaged": "logs/v1/corrupt/second-session.jsonl",
        "list": "secrets.txt",
      ]
      let words = paths.reduce(words) { words, path in
        words.replacing("$\(path.key)", with: Fixture.url(path.value).path)
      }
      let alone = try shell("\(words) > /dev/null 2>&1")
      let call = try shell(
        "--version > /dev/null; { sleep 0.1; \"$0\" \(words); } 2> /dev/null | true; "
          + "echo ${PIPESTATUS[0]}", by: "/bin/bash")
      #expect((alone.status, call.output) == (status, "\(status)\n"))
    }

    @Test func aReportIsWrittenWithoutAReaderOfTheResults() throws {
      let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let logs = ["news", "torn", "news"].map { "'\(Fixture.url("logs/v1/\($0).jsonl").path)'" }
      let words = "verify \(logs.joined(separator: " ")) --in-process --junit '\(path)'"
      let alone = try shell("\(words) > /dev/null 2>&1")
      let whole = try String(contentsOfFile: path, encoding: .utf8)
      try FileManager.default.removeItem(atPath: path)
      // The reader has ended when the note on the second log writes the results so far.
      let call = try shell(
        "\(words) 2> /dev/null | true; echo ${PIPESTATUS[0]}", by: "/bin/bash")
      #expect(call.output == "\(alone.status)\n")
      let report = try String(contentsOfFile: path, encoding: .utf8)
      let time = #/time="[^"]*"/#
      #expect(report.replacing(time, with: "") == whole.replacing(time, with: ""))
    }

    @Test func standardInputIsRedactedAndChecked() throws {
      let secrets = Fixture.url("secrets.txt").path
      let call = try shell("redact - --check '\(secrets)' < \"$1\"")
      #expect(call.output == "-: none of 4 secrets is in it\n")
      #expect((call.errors, call.status) == ("", 0))
      let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect(try shell("redact - -o '\(path)' < \"$1\"").status == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains(#""redacted":{"rules""#))
    }

    /// A partial session of an example is useless, unlike the partial recording of an app.
    @Test(
      arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGSEGV],
      ["redact", "record"])
    func signalRemovesThePartialFile(_ signal: Int32, _ command: String) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let files = { try FileManager.default.contentsOfDirectory(atPath: folder) }
      try largeLog().write(toFile: folder + "/large.jsonl", atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = BuiltProducts.url("rexreplay")
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      let words = [
        "redact": [folder + "/large.jsonl"], "record": ["synthetic", "--actions", "100000000"],
      ]
      process.arguments = [command] + (words[command] ?? []) + ["-o", folder + "/new.jsonl"]
      try process.run()
      // The partial file exists until everything is written, which takes much longer than this.
      while try process.isRunning && !files().contains(where: { $0.contains(".partial-") }) {
        usleep(100)
      }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
      #expect(try files() == ["large.jsonl"])
    }

    /// A log of a state with many texts.
    private func largeLog() -> String {
      let text = String(repeating: "an ordinary text of words; ", count: 400_000)
      return """
        {"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01T00:00:00Z","app":{"name":"A"}}
        {"kind":"keyframe","seq":0,"timeMs":0,"state":"\(text)"}

        """
    }

    /// Runs the tool with these arguments, where `$1` is a log.
    private func shell(
      _ call: String, by shell: String = "/bin/sh"
    ) throws -> (output: String, errors: String, status: Int32) {
      let process = Process()
      process.executableURL = URL(filePath: shell)
      process.arguments = [
        "-c", "\"$0\" \(call)", BuiltProducts.url("rexreplay").path,
        Fixture.url("logs/v1/every-kind.jsonl").path,
      ]
      let (output, errors) = (Pipe(), Pipe())
      (process.standardOutput, process.standardError) = (output, errors)
      process.standardInput = FileHandle.nullDevice
      try process.run()
      // Each stream is much shorter than the buffer of a pipe.
      let texts = try [output, errors].map {
        String(decoding: try $0.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      }
      process.waitUntilExit()
      return (texts[0], texts[1], process.terminationStatus)
    }
  }
#endif
