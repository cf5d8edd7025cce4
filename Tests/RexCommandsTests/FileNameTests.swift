#if os(macOS) || os(Linux)
  import Foundation
  import RexJSON
  import RexLocking
  import RexLog
  import RexReplayer
  import TestSupport
  import Testing

  @testable import RexCommands

  /// The names of files are bytes: none is passed over, none is taken for another.
  @Suite struct FileNameTests {
    private let folder: TemporaryFolder
    private let log = HandmadeLog([
      HandmadeLog.keyframe(0),
      HandmadeLog.action(1, patch: HandmadeLog.patch("replace", "/n", "1")),
      HandmadeLog.end(1),
    ])
    private let secrets: String

    init() throws {
      folder = try TemporaryFolder()
      secrets = folder.path + "/secrets.txt"
      try write("logs/a.jsonl")
      try Data("session\n".utf8).write(to: URL(filePath: secrets))
    }

    private func write(_ name: String) throws {
      let url = URL(filePath: folder.path + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(log.bytes).write(to: url)
    }

    private func ask(_ words: [String]) -> Call {
      var call = run([words[0], folder.path + "/logs"] + words.dropFirst())
      call.output = call.output.replacing(folder.path + "/", with: "")
      call.errors = call.errors.replacing(folder.path + "/", with: "")
      return call
    }

    private static let questions = [
      ["info"], ["info", "--check"], ["info", "--paths"], ["grade"], ["when", "$.n > 8"],
      ["find", "nowhere"], ["verify", "--in-process"],
      ["check", "--rules", Fixture.url("rules/bank.txt").path],
    ]

    @Test(arguments: questions)
    func aNameThatIsNotUTF8IsToldAndStopsNothing(_ words: [String]) throws {
      guard RawName(folder.path + "/logs/s?ance.jsonl").write(log.bytes) else { return }
      try #require(RawName(folder.path + "/logs/d?")({ mkdir($0, 0o700) }) == 0)
      try #require(RawName(folder.path + "/logs/d?/b.jsonl").write(log.bytes))
      let call = ask(words)
      let hint = #"hint: rename it; in a name, \xE9 is the byte E9"#
      for name in [#"d\xE9"#, #"s\xE9ance.jsonl"#] {
        let error = "logs/\(name):1:1: error: cannot open: the name is not UTF-8\n\(hint)\n"
        #expect(call.errors.contains(error), "\(call)")
      }
      #expect(call.status == (words[0] == "check" ? .negative : .unreadable), "\(call)")
    }

    @Test func aSecretIsNotPassedOver() throws {
      guard RawName(folder.path + "/logs/s?ance.jsonl").write(log.bytes) else { return }
      try FileManager.default.removeItem(atPath: folder.path + "/logs/a.jsonl")
      #expect(
        ask(["redact", "--check", secrets]).transcript == #"""
          --- errors ---
          logs/s\xE9ance.jsonl:1:1: error: cannot open: the name is not UTF-8
          hint: rename it; in a name, \xE9 is the byte E9
          --- exit 3 ---

          """#)
      // Combining marks and the like make one character of a dot and what stands beside it.
      for name in ["\u{600}.jsonl", "e\u{301}.jsonl", "\u{E9}.jsonl"] {
        try write("logs/" + name)
        let call = ask(["redact", "--check", secrets])
        #expect(call.output.contains("logs/\(name.escapedForDisplay):1:10: "), "\(call)")
        #expect(call.status == .negative)
      }
    }

    @Test func aBadNameIsAGroupWithACommand() throws {
      guard RawName(folder.path + "/logs/s?ance.jsonl").write(log.bytes) else { return }
      #expect(
        ask(["triage", "--recorded"]).transcript.replacing(folder.path + "/", with: "") == #"""
          2 logs: 1 unreadable, 1 unchecked

          1. unreadable: cannot open: the name is not *
             logs      1, 1 time
             example   logs/s\xE9ance.jsonl
             try       rexreplay info logs --check
          --- errors ---
          --- exit 3 ---

          """#)
    }

    @Test func oneLogThatIsAskedHasAReadableName() throws {
      guard RawName(folder.path + "/logs/s?ance.jsonl").write(log.bytes) else { return }
      #expect(
        ask(["list"]).errors == #"""
          logs/s\xE9ance.jsonl:1:1: error: cannot open: the name is not UTF-8
          hint: rename it; in a name, \xE9 is the byte E9
          2 logs: 1 listed, 1 unreadable

          """#)
      try FileManager.default.removeItem(atPath: folder.path + "/logs/a.jsonl")
      #expect(ask(["list"]).errors.hasPrefix(#"logs/s\xE9ance.jsonl:1:1: error: cannot open: "#))
      #expect(throws: LogError.self) { try Log(path: folder.path + "/logs") }
    }

    /// Links to files are followed; those to folders could lead in circles.
    @Test func aLinkIsFollowedOrTold() throws {
      let files = FileManager.default
      let logs = folder.path + "/logs"
      try write("elsewhere/b.jsonl")
      try files.createSymbolicLink(
        atPath: logs + "/b.jsonl", withDestinationPath: "../elsewhere/b.jsonl")
      try files.createSymbolicLink(atPath: logs + "/inner", withDestinationPath: "../elsewhere")
      #expect(ask(["info"]).output.hasSuffix("2 logs: 2 whole\n"))
      try files.createSymbolicLink(atPath: logs + "/c.jsonl", withDestinationPath: "nowhere")
      try files.createSymbolicLink(atPath: logs + "/d.jsonl", withDestinationPath: "d.jsonl")
      let call = ask(["redact", "--check", secrets])
      #expect(call.output.hasSuffix("4 logs: 2 with secrets, 2 unreadable\n"), "\(call)")
      #expect(call.errors.contains("logs/c.jsonl:1:1: error: cannot open: No such file"))
      #expect(call.errors.contains("logs/d.jsonl:1:1: error: cannot open: "))
    }

    /// A string of its bytes would name the file beside it.
    @Test(arguments: [
      "info L", "list L", "step L", "mcp L", "page L -o N", "slice A -o L", "record team-chat -o L",
      "check A --rules L", "redact A --check L", "redact A -o N --secrets L",
      "minimize A --when $.n -o N --test L", "verify A --junit L", "verify A --with L",
      "triage --merge L", "find A L",
    ])
    func anArgumentThatIsNotUTF8IsNotTakenForAnother(_ line: String) throws {
      try write("logs/d\u{FFFD}.jsonl")
      let names = [
        "A": folder.path + "/logs/a.jsonl", "L": folder.path + "/logs/d?.jsonl",
        "N": folder.path + "/new",
      ]
      let words = line.split(separator: " ").map { word in
        RawName(names[String(word)] ?? String(word)) { SystemText(cString: $0) }
      }
      let errors = Locked("")
      let status = tool.run(
        words,
        in: CommandEnvironment(
          write: { _ in }, writeError: { text in errors.withLock { $0 += text } },
          nextLine: { nil }))
      #expect(
        errors.withLock { $0 }.replacing(folder.path + "/", with: "") == #"""
          rexreplay: error: the argument logs/d\xE9.jsonl is not UTF-8
          hint: names of files must be UTF-8: rename it; \xE9 is the byte E9

          """#)
      #expect(status == .unreadable)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.sorted() == ["logs", "secrets.txt"])
    }

    /// The process's own arguments and input, in a shell.
    @Test func theBuiltToolTakesNoNameForAnother() throws {
      try write("logs/d\u{FFFD}.jsonl")
      let script = #"""
        cd "$1"
        "$0" info "$(printf 'logs/d\351.jsonl')" 2>&1; echo $?
        "$0" slice logs/a.jsonl -o "$(printf 'n\351.jsonl')" 2>/dev/null; echo $?
        "$0" record team-chat -o chat.jsonl --actions 3 > /dev/null
        printf 'skip 1\nwrite n\351.jsonl\n' | "$0" step chat.jsonl 2>&1 | grep UTF-8
        mkdir "$(printf 't\357\277\275')"
        TMPDIR="$(printf 't\351')" "$0" demo 2>&1; echo $?
        ls *
        """#
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", script, BuiltProducts.url("rexreplay").path, folder.path]
      let output = Pipe()
      process.standardOutput = output
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let text = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(
        text == #"""
          rexreplay: error: the argument logs/d\xE9.jsonl is not UTF-8
          hint: names of files must be UTF-8: rename it; \xE9 is the byte E9
          3
          3
          error: names of files must be UTF-8: n\#u{FFFD}.jsonl
          t\xE9:1:1: error: cannot create: the name is not UTF-8
          hint: rename it; in a name, \xE9 is the byte E9
          3
          chat.jsonl
          secrets.txt

          logs:
          a.jsonl
          d\#u{FFFD}.jsonl

          t\#u{FFFD}:

          """#)
    }

    /// A path ends for the system at a zero byte; `log` must name a log that is served.
    @Test func clientsNameNoOtherFile() throws {
      try write("logs/\u{E9}.jsonl")
      try write("logs/e\u{301}.jsonl")
      let path = folder.path + "/logs/a.jsonl"
      #expect(throws: LogError.self) { try Log(path: path + "\0.jsonl") }
      #expect(throws: LogError.self) {
        try FileSink.checkIsNew(folder.path + "/new\0.jsonl")
      }
      let names = ["\u{E9}", "e\u{301}"].map { folder.path + "/logs/\($0).jsonl" }
      let request =
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"info","#
        + #""arguments":{"log":"\#(names[1])"}}}"# + "\n"
      let both = run(["mcp"] + names, input: request)
      #expect(both.status == .success, "two names of the same characters are two files")
      #expect(Array(both.output.utf8).firstRange(of: Array(names[1].utf8)) != nil)
      let other = run(["mcp", names[0], path], input: request)
      #expect(Array(other.output.utf8).firstRange(of: Array(names[1].utf8)) == nil)
    }

    @Test(arguments: ["~report.xml", "~/report.xml"])
    func aTildeIsAName(_ name: String) throws {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/~", withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = BuiltProducts.url("rexreplay")
      process.arguments = ["triage", "logs", "--recorded", "--junit", name]
      process.currentDirectoryURL = URL(filePath: folder.path)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(FileManager.default.fileExists(atPath: folder.path + "/" + name))
    }
  }
#endif
