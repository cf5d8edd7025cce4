#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import RexCommands

  /// What a shell offers for a word, and that nothing of a log is evaluated by it.
  @Suite struct CompletionTests {
    @Test(arguments: [
      ("lis", "list"), ("li", "list\nlive"), ("help ver", "verify"), ("list x --foll", "--follow"),
      ("find x --in a", "action"), ("find x --in=a", "--in=action"),
      ("when LOG $.isL", "$.isLoadingMessages"),
      ("when LOG @.ty", "@.type"),
      ("when LOG count($.messages)>$$.isL", "count($.messages)>$$.isLoadingMessages"),
      ("check LOG --rules x", ""),
      ("list LOG --where=@.type==\"openT", "--where=@.type==\"openThread\""),
      ("list LOG --type open", "openThread"), ("list LOG --from la", "last"),
      ("show LOG la", "last"), ("show LOG 30", "30\n300"), ("diff LOG 3 31", "31"),
      ("blame LOG /isL", "/isLoadingMessages"),
      ("history LOG /messages/0/b", "/messages/0/body"), ("completions f", "fish"),
      ("record te", "team-chat"), ("diff LOG -5 la", "last"), ("show -- LOG la", "last"),
      ("show - la", "last"), ("completions -- f", "fish"),
    ])
    func aWordIsCompleted(_ line: String, _ expected: String) {
      let log = Fixture.url("logs/v1/team-chat.jsonl").path
      let words = line.split(separator: " ").map { $0 == "LOG" ? log : String($0) }
      let output = run(["complete", "--"] + words).output
      #expect(output == (expected.isEmpty ? "" : expected + "\n"))
    }

    @Test func nothingTypedOffersTheFirstAndTheLastAction() {
      let log = Fixture.url("logs/v1/team-chat.jsonl").path
      #expect(run(["complete", "--", "show", log, ""]).output == "1\n300\nlast\n")
    }

    @Test(arguments: [
      "verify", "list x.jsonl --type", "show /dev/zero", "slice x -o", "nothing", "list --",
    ])
    func filesAreLeftToTheShell(_ line: String) {
      let words = line.split(separator: " ").map(String.init) + [""]
      #expect(["", "last\n"].contains(run(["complete", "--"] + words).output))
    }

    /// What bash puts in place of the end of a line, in each kind of quotes.
    @Test(arguments: [
      ("show LOG l", "l", "last"), ("show \t LOG \t\tl", "l", "last"),
      ("list --type=open", "open", nil),
      ("list LOG --type=open", "open", "openThread"),
      ("list LOG --type 'open", "open", "openThread"),
      ("blame LOG $.isL", "$.isL", #"\$.isLoadingMessages"#),
      (#"blame LOG \$.isL"#, #"\$.isL"#, #"\$.isLoadingMessages"#),
      ("when LOG '$.error && $.isL", "$.error && $.isL", "$.error && $.isLoadingMessages"),
      (#"when LOG '@.type == "openT"#, #"@.type == "openT"#, #"@.type == "openThread""#),
      (#"when LOG "$.isL"#, "$.isL", #"\$.isLoadingMessages"#),
    ])
    func aLineOfBashIsCompleted(_ line: String, _ end: String, _ expected: String?) {
      let log = Fixture.url("logs/v1/team-chat.jsonl").path
      let line = "rexreplay " + line.replacing("LOG", with: "'\(log)'")
      #expect(run(["complete", "--line", line, end]).output == (expected.map { $0 + "\n" } ?? ""))
    }

    /// The types of a log that a stranger made.
    private static let types = [
      "$(touch x)", "`touch x`", "a;touch x", "b'touch x", #"c"$(touch x)"#, "d x", "e\\x", "*",
    ]

    private static let shells = ["bash", "zsh", "fish"].filter { path(of: $0) != nil }

    @Test(arguments: shells)
    func aShellEvaluatesNothingOfALog(_ shell: String) throws {
      let folder = try folderWithTypes()
      let output = try offered(
        by: shell, after: "rexreplay list log.jsonl --type ", in: folder.path)
      #expect(Set(output.split(separator: "\n").map(String.init)) == Set(Self.types), "\(output)")
      try expectOnlyTheLog(in: folder)
    }

    @Test(arguments: shells)
    func aConditionInAnOpenQuoteIsCompleted(_ shell: String) throws {
      let folder = try folderWithTypes()
      let output = try offered(
        by: shell, after: "rexreplay when log.jsonl '", #"@.type == ""#, in: folder.path)
      let plain = Self.types.filter { !$0.contains("\"") && !$0.contains("\\") }
      let expected = Set(plain.map { #"@.type == "\#($0)""# })
      #expect(Set(output.split(separator: "\n").map(String.init)) == expected, "\(output)")
      try expectOnlyTheLog(in: folder)
    }

    /// Fish shows them, though it runs no line with such a word without quotes.
    @Test func fishCompletesAPathWithoutAQuote() throws {
      guard Self.shells.contains("fish") else { return }
      let folder = try TemporaryFolder()
      let bytes = HandmadeLog([HandmadeLog.keyframe(0)]).bytes
      try Data(bytes).write(to: URL(filePath: folder.path + "/log.jsonl"))
      let output = try offered(
        by: "fish", after: "rexreplay history log.jsonl ", "$.", in: folder.path)
      #expect(output == "$.n\n")
      try expectOnlyTheLog(in: folder)
    }

    private func folderWithTypes() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      let actions = Self.types.enumerated().map { index, type in
        HandmadeLog.action(index + 1).replacing(
          #""type":"add""#, with: #""type":"\#(type.map(escaped).joined())""#)
      }
      let bytes = HandmadeLog([HandmadeLog.keyframe(0)] + actions).bytes
      try Data(bytes).write(to: URL(filePath: folder.path + "/log.jsonl"))
      return folder
    }

    private func expectOnlyTheLog(in folder: TemporaryFolder) throws {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files.filter { !$0.hasPrefix(".") } == ["log.jsonl"])
    }

    private func escaped(_ character: Character) -> String {
      "\"\\".contains(character) ? "\\\(character)" : String(character)
    }

    /// What a shell would put into the line, as a command then receives it.
    ///
    /// - Parameters:
    ///   - line: The line before the word, with the opening quote of the word.
    ///   - word: The beginning of the word.
    private func offered(
      by shell: String, after line: String, _ word: String = "", in folder: String
    ) throws -> String {
      let script = try #require(CompletionScript(rawValue: shell)).text(for: "rexreplay")
      let quote = line.hasSuffix("'") ? "'" : ""
      let call =
        switch shell {
        case "bash":
          #"""
          COMP_LINE='\#((line + word).replacing("'", with: #"'\''"#))' COMP_POINT=${#COMP_LINE}
          _rexreplay rexreplay '\#(word)' before
          for word in "${COMPREPLY[@]}"; do eval "printf '%s\n' \#(quote)$word\#(quote)"; done
          """#
        case "zsh":
          // The completion system quotes what `compadd` is given.
          """
          compadd() { print -rl -- "${candidates[@]}"; }
          typeset -A compstate=(quote "\(quote)")
          words=(${(z):-'\(line.replacing("'", with: ""))'} '\(word)')
          CURRENT=${#words} PREFIX='\(word)'
          _rexreplay
          """
        default:
          // It prints each candidate with its description.
          """
          complete -C '\((line + word).replacing("'", with: #"\'"#))' | string replace -r '\\t.*' ''
          """
        }
      let process = Process()
      process.executableURL = URL(filePath: try #require(path(of: shell)))
      let define = shell == "zsh" ? "compdef() { }\n" : ""
      process.arguments = (shell == "zsh" ? ["-f"] : []) + ["-c", define + script + call]
      process.currentDirectoryURL = URL(filePath: folder)
      let tools = BuiltProducts.url("rexreplay").deletingLastPathComponent().path
      process.environment = ["PATH": "\(tools):/usr/bin:/bin", "HOME": folder + "/.home"]
      let output = Pipe()
      process.standardOutput = output
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }

  private func path(of shell: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + shell }
      .first(where: FileManager.default.isExecutableFile)
  }
#endif
