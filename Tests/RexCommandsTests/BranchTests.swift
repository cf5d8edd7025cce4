import Foundation
import RexCommands
import RexLog
import TestSupport
import Testing

/// Branches of a log in `step`, side by side.
@Suite struct BranchTests {
  @Test func thePromptNamesTheBranch() {
    let call = run(
      ["step", "team-chat.jsonl"], input: "goto 50\nskip 41\nbranch recorded\nquit\n",
      isInteractive: true)
    #expect(call.output.contains("\n50/300> b1: 299 actions"))
    #expect(call.output.contains("\nb1 49/299> #50 "))
    #expect(call.output.hasSuffix("\n50/300> "))
  }

  @Test func aBranchThatCannotBeShownIsNotSelected() throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/log.jsonl"
    try Data(Fixture.bytes("logs/v1/team-chat.jsonl")).write(to: URL(filePath: log))
    let call = run(
      ["step", log], input: "goto 50\nskip 41\nbranch recorded\nbranches\n",
      beforeLine: { if $0 == "branch recorded" { truncate(log, 0) } })
    #expect(call.output.contains("became shorter while it was read"))
    #expect(call.output.contains("* b1: 299 actions"))
  }

  @Test func emptyLineDoesNotRepeatAnEdit() {
    let call = run(
      ["step", "team-chat.jsonl"], input: "skip 41\n\n\nbranches\n", isInteractive: true)
    #expect(call.output.contains("* b1: 299 actions, unchanged before #41\n    --skip 41\n"))
  }

  @Test func branchEqualsTheLogThatReplayWrites() throws {
    let folder = try TemporaryFolder()
    let words = [
      "--skip", "41,60-62", "--edit", #"50={"closeThread":{}}"#, "--insert",
      #"70={"dismissError":{}}"#, "--move", "80:90", "--set", #"100:/error="x""#,
    ]
    let script = """
      set 100 /error="x"
      move 80 90
      insert 70 {"dismissError":{}}
      edit 50 {"closeThread":{}}
      skip 41,60-62
      write \(folder.path)/branch.jsonl
      """
    #expect(run(["step", "team-chat.jsonl"], input: script).status == .success)
    let replayed = run(["replay", "team-chat.jsonl", "-o", folder.path + "/replay.jsonl"] + words)
    #expect(replayed.status == .success)
    let texts = try ["branch", "replay"].map { name in
      try String(contentsOfFile: "\(folder.path)/\(name).jsonl", encoding: .utf8)
        .split(separator: "\n")
    }
    #expect(texts[0].dropFirst() == texts[1].dropFirst())
    let path = folder.path + "/branch.jsonl"
    #expect(run(["info", "--check", path]).status == .success)
    #expect(run(["verify", path]).status == .success)
  }

  @Test(
    arguments: [
      (
        "a:/b=c",
        [
          ["--move", "MARK:12"], ["--move", "12:MARK"], ["--set", #"MARK:/error="x""#],
          ["--edit", #"MARK={"closeThread":{}}"#], ["--insert", #"MARK={"closeThread":{}}"#],
        ]
      ),
      ("a:b", [["--move", "MARK:12"], ["--set", #"MARK:/error="x""#]]),
      ("a-b", [["--skip", "MARK-12,20-last"], ["--skip", "2-MARK"]]),
      ("a,b", [["--skip", "MARK"]]),
    ])
  func aMarkNamesAnActionInEveryEdit(_ label: String, _ edits: [[String]]) throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/marked.jsonl"
    let mark = #"{"kind":"mark","seq":5,"timeMs":2452.5,"label":"\#(label)"}"#
    let lines = try Fixture.text("logs/v1/team-chat.jsonl").split(separator: "\n")
    let after = try #require(lines.firstIndex { $0.contains(#""seq":6,"#) })
    let end = lines.endIndex - (isGateRun ? 0 : 200)
    try (lines[..<after] + [Substring(mark)] + lines[after..<end]).joined(separator: "\n")
      .appending("\n").write(toFile: log, atomically: true, encoding: .utf8)
    for (index, words) in edits.enumerated() {
      let (marked, numbered) = ("\(folder.path)/m\(index).jsonl", "\(folder.path)/n\(index).jsonl")
      let byMark = words.map { $0.replacing("MARK", with: label) }
      let byNumber = words.map { $0.replacing("MARK", with: "5") }
      #expect(run(["replay", log, "-o", marked] + byMark).status == .success, "\(words)")
      #expect(run(["replay", log, "-o", numbered] + byNumber).status == .success)
      let texts = try [marked, numbered].map { try String(contentsOfFile: $0, encoding: .utf8) }
      #expect(
        texts[0].split(separator: "\n").dropFirst() == texts[1].split(separator: "\n").dropFirst())
    }
  }

  @Test func aRepeatedNumberIsSkippedOnce() {
    let inserts = #"insert 70 {"dismissError":{}}\ninsert 71 {"closeThread":{}}\n"#
      .replacing(#"\n"#, with: "\n")
    let call = run(["step", "team-chat.jsonl"], input: inserts + "skip 71,71\nbranches\n")
    #expect(
      call.output.hasSuffix(
        """
        * b1: 301 actions, unchanged before #71
            --insert '70={"closeThread":{}}'

        """))
  }

  @Test(arguments: ["torn.jsonl", "segments", "actions-only.jsonl", "no-end.jsonl", "opaque.jsonl"])
  func everyEditedLogIsCompleteAndVerifies(_ name: String) throws {
    let log = name.hasSuffix(".jsonl") ? name : Fixture.url("logs/v1/" + name).path
    let folder = try TemporaryFolder()
    let path = folder.path + "/new.jsonl"
    let script = "next\nskip 29\nnext\nlast\nback\nbranch recorded\nbranch b1\nwrite \(path)\n"
    let call = run(["step", log], input: script)
    #expect(call.status == .success, "\(call)")
    #expect(run(["info", "--check", path]).status == .success)
    let verified = run(["verify", path])
    #expect(verified.status == .success, "\(verified)")
  }

  @Test func theNumberOfBranchesIsLimited() {
    let script = Array(repeating: "fork\n", count: StepLimits.branchesMax + 1).joined()
    let call = run(["step", "team-chat.jsonl"], input: script)
    #expect(call.output.hasSuffix("error: there are 20 branches; drop one\n"))
  }

  @Test func withoutAReducerThereAreNoBranches() {
    let call = run(["step", "every-kind.jsonl"], input: "skip 1\nbranches\n")
    #expect(call.output.contains("error: there is no reducer for the app EveryKind in this tool"))
    #expect(call.output.hasSuffix("* recorded: #1 to #4\n"))
  }
}

private enum StepLimits { static let branchesMax = 20 }

#if os(macOS) || os(Linux)
  /// Branches whose creation is ended by a crash or by the user.
  @Suite struct BranchWorkerTests {
    private let app: Misbehaving

    init() throws { app = try Misbehaving() }

    @Test func trapEndsTheBranchButNotTheSession() throws {
      let add = #"{"add":{}}"#
      let log = try app.log([add, add, add])
      try #"skip 1\#ninsert 2 {"trap":{}}\#nedit 2 {"trap":{}}\#nskip 2\#nbranches"#
        .write(toFile: app.folder.path + "/script", atomically: true, encoding: .utf8)
      let call = try app.run(["step", log], input: "script")
      #expect(call.output.contains("action 3, a3, with these edits, crashed: signal"))
      #expect(
        call.output.contains(
          "action 3, a3, or an addition after it, with these edits, crashed: signal"))
      #expect(call.output.hasSuffix("* b1: 1 action, unchanged before #1\n    --skip 1,3\n"))
    }

    @Test func interruptionEndsTheReductionButNotTheSession() throws {
      let pidPath = app.folder.path + "/pid"
      let log = try app.log(
        [#"{"add":{}}"#, #"{"tell":{"_0":"\#(pidPath)"}}"#, #"{"hang":{}}"#])
      let process = Process()
      process.executableURL = BuiltProducts.url("MisbehavingApp")
      process.arguments = ["step", "--timeout", "600s", app.folder.path + "/" + log]
      let (input, output) = (Pipe(), Pipe())
      (process.standardInput, process.standardOutput) = (input, output)
      process.standardError = FileHandle.nullDevice
      try process.run()
      input.fileHandleForWriting.write(Data("skip 1\nbranches\n".utf8))
      // The worker writes its process id, and then hangs.
      var isReducing = false
      for _ in 0..<3_000 where !isReducing {
        usleep(10_000)
        isReducing = FileManager.default.fileExists(atPath: pidPath)
      }
      #expect(isReducing)
      kill(process.processIdentifier, SIGINT)
      input.fileHandleForWriting.closeFile()
      process.waitUntilExit()
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(text.contains("error: interrupted"))
      #expect(text.hasSuffix("* recorded: #1 to #3\n"))
      #expect(process.terminationReason == .exit)
    }
  }
#endif
