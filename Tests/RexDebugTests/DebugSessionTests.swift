import Foundation
import RexDebug
import RexLocking
import RexLog
import RexQuestions
import TestSupport
import Testing

/// A session driven by JSON lines, its whole replies compared.
@Suite struct DebugSessionTests {
  /// Adds 1, 2, 3 … to n.
  private func log(actionCount: Int = 6, hasPatches: Bool = true) throws -> Log {
    var sum = 0
    let actions = (1...actionCount).map { seq in
      sum += seq
      return HandmadeLog.action(
        seq, patch: hasPatches ? HandmadeLog.patch("replace", "/n", "\(sum)") : "null")
    }
    return try HandmadeLog(
      [HandmadeLog.keyframe(0)] + actions + [HandmadeLog.end(actionCount)]
    ).log()
  }

  /// Compares each command with its reply, as Fixtures/debug has them.
  private func check(_ name: String, _ commands: String, on log: Log) throws {
    var face = try ToyFace(log)
    var lines = ""
    for line in commands.split(separator: "\n") {
      lines += "\(line)\n\(try face.reply(to: String(line)))\n"
    }
    #expect(try lines == Fixture.expected("debug/\(name).jsonl", for: lines))
  }

  /// The file is cut while it is read, so the state cannot be read any more.
  @Test func watchesStayIfTheReplyFails() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let actions = (1...5000).map { HandmadeLog.action($0, patch: "[]") }
    let bytes = HandmadeLog([HandmadeLog.keyframe(0)] + actions + [HandmadeLog.end(5000)]).bytes
    try Data(bytes).write(to: URL(filePath: path))
    var face = try ToyFace(Log(path: path))
    _ = try face.reply(to: #"{"watch":{"path":"/n"}}"#)
    face.stand(at: 4000)
    try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 1000)
    #expect(try face.reply(to: #"{"unwatch":{}}"#).contains("failed"))
    #expect(face.watchedPaths == ["/n"])
  }

  @Test func stepsAndGoesToActions() throws {
    try check(
      "steps",
      """
      {"step":{"count":1}}
      {"step":{"count":2}}
      {"stepBack":{"count":1}}
      {"goto":{"target":"last"}}
      {"step":{"count":1}}
      {"goto":{"target":"-9"}}
      {"stepBack":{"count":100}}
      {"stepBack":{"count":1}}
      """, on: log())
  }

  @Test func continuesToConditionsAndTexts() throws {
    try check(
      "continues",
      """
      {"continue":{"until":{"condition":{"holds":"$.n > 5"}}}}
      {"continue":{"until":{"condition":{"holds":"$.n < 5"}}}}
      {"reverseContinue":{"until":{"condition":{"holds":"$.n == 1"}}}}
      {"continue":{"until":{"text":{"contains":"21"}}}}
      {"reverseContinue":{"until":{"text":{"contains":"add"}}}}
      """, on: log())
  }

  @Test func stopsAtBreakpoints() throws {
    try check(
      "breakpoints",
      """
      {"continue":{}}
      {"reverseContinue":{}}
      {"setBreakpoint":{"on":{"condition":{"holds":"$.n == 6"}}}}
      {"setBreakpoint":{"on":{"change":{"of":"/n"}}}}
      {"continue":{}}
      {"continue":{}}
      {"continue":{}}
      {"removeBreakpoint":{"id":2}}
      {"setBreakpoint":{"on":{"type":{"is":"add"}}}}
      {"setBreakpoint":{"on":{"text":{"contains":"15"}}}}
      {"reverseContinue":{}}
      {"goto":{"target":"4"}}
      {"continue":{}}
      {"removeBreakpoint":{"id":2}}
      {"removeBreakpoint":{}}
      {"continue":{"until":{"type":{"is":"remove"}}}}
      {"reverseContinue":{"until":{"change":{"of":"/n"}}}}
      {"continue":{"until":{"change":{"of":"/m"}}}}
      {"continue":{}}
      {"continue":{}}
      {"setBreakpoint":{"on":{"action":{"seqs":[2,3,5]}}}}
      {"reverseContinue":{}}
      {"reverseContinue":{}}
      {"continue":{"until":{"action":{"seqs":[]}}}}
      """, on: log())
  }

  @Test func passesOverDamageToTheNextActionThatIsFound() throws {
    let bogus = #"[{"op":"bogus"}]"#
    let misfit = HandmadeLog.patch("replace", "/gone", "1")
    var lines = (1...8).map { seq in
      let patch = [3: bogus, 6: misfit][seq] ?? "[]"
      return HandmadeLog.action(seq, patch: patch).replacing(
        "add", with: [4, 6, 8].contains(seq) ? "x" : "add")
    }
    lines.insert(HandmadeLog.keyframe(7), at: 7)
    lines.insert(HandmadeLog.keyframe(5), at: 5)
    lines.insert(HandmadeLog.keyframe(0), at: 0)
    try check(
      "damage",
      """
      {"continue":{"until":{"type":{"is":"x"}}}}
      {"reverseContinue":{"until":{"type":{"is":"x"}}}}
      {"goto":{"target":"1"}}
      {"continue":{"until":{"condition":{"holds":"@.seq == 4 || @.seq == 8"}}}}
      """, on: HandmadeLog(lines).log())
  }

  @Test func goesBackAndForwardOverItsJumps() throws {
    try check(
      "jumps",
      """
      {"back":{}}
      {"goto":{"target":"3"}}
      {"skip":{"seqs":[[2,2]]}}
      {"goto":{"target":"last"}}
      {"back":{}}
      {"back":{}}
      {"back":{}}
      {"forward":{}}
      {"forward":{}}
      {"drop":{"branch":"b1"}}
      {"back":{}}
      {"forward":{}}
      {"goto":{"target":"1"}}
      {"forward":{}}
      """, on: log())
  }

  @Test func answersQuestionsWhereItIs() throws {
    try check(
      "questions",
      """
      {"goto":{"target":"3"}}
      {"watch":{"path":"/n"}}
      {"step":{"count":1}}
      {"evaluate":{"path":"/n"}}
      {"evaluate":{"path":"/m"}}
      {"action":{}}
      {"difference":{"from":1,"to":4}}
      {"when":{"condition":"$.n == 6"}}
      {"history":{"path":"/n","limit":2}}
      {"causes":{"of":2}}
      {"marks":{}}
      {"unwatch":{}}
      """, on: log())
  }

  @Test func branchesAndTheirEditsAreReplies() throws {
    try check(
      "branches",
      """
      {"goto":{"target":"4"}}
      {"skip":{"seqs":[[2,3]]}}
      {"evaluate":{"path":""}}
      {"skip":{"seqs":[[4,9223372036854775807]]}}
      {"fork":{"branch":"other"}}
      {"unskip":{}}
      {"compare":{"first":"b1"}}
      {"drop":{}}
      {"select":{"branch":"nothing"}}
      {"branches":{}}
      """, on: log())
  }

  /// A log can claim that any number of actions was lost.
  @Test(.timeLimit(.minutes(1))) func searchesPassAnyGapAtOnce() throws {
    let last = (1 << 53) - 2
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: "[]"),
      HandmadeLog.gap(2, last), HandmadeLog.keyframe(last), HandmadeLog.end(last),
    ]).log()
    var face = try ToyFace(log)
    let conditions = [
      #"{"text":{"contains":"nowhere"}}"#, #"{"type":{"is":"nothing"}}"#,
      #"{"change":{"of":"/m"}}"#, #"{"condition":{"holds":"$.n < 0"}}"#,
    ]
    for (from, command) in [("0", "continue"), ("last", "reverseContinue")] {
      _ = try face.reply(to: #"{"goto":{"target":"\#(from)"}}"#)
      for condition in conditions {
        let reply = try face.reply(to: #"{"\#(command)":{"until":\#(condition)}}"#)
        #expect(reply.hasPrefix(#"{"none":"#), "\(command) \(condition): \(reply)")
      }
    }
  }

  /// A condition that is undefined does not hold, so it can begin to hold after that.
  @Test func findsWhereAConditionBeginsToHoldAfterItWasUndefined() throws {
    func set(_ seq: Int, _ value: String) -> String {
      HandmadeLog.action(seq, patch: HandmadeLog.patch("add", "/n", value))
    }
    let remove = HandmadeLog.action(3, patch: #"[{"op":"remove","path":"/n"}]"#)
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), set(1, "1"), set(2, "2"), remove, set(4, "2"), set(5, "0"),
      HandmadeLog.end(5),
    ]).log()
    var face = try ToyFace(log)
    let until = #"{"until":{"start":{"of":"$.n + 1 > 2"}}}"#
    var seqs: [String] = []
    for command in ["continue", "continue", "reverseContinue"] {
      let reply = try face.reply(to: "{\"\(command)\":\(until)}")
      seqs.append(reply.firstMatch(of: /"seq":(\d+)/).map { String($0.output.1) } ?? reply)
    }
    #expect(seqs == ["2", "4", "2"])
  }

  @Test func missingPatchesAreAddedOnce() throws {
    try check(
      "missing-patches",
      """
      {"goto":{"target":"3"}}
      {"evaluate":{"path":"/n"}}
      {"when":{"condition":"$.n == 10"}}
      """, on: log(hasPatches: false))
  }

  @Test func aWarningAboutAConditionIsANote() throws {
    var face = try ToyFace(log())
    let condition = #"match($.n, '[') || $.n > 3"#
    let commands = [
      #"{"when":{"condition":"\#(condition)"}}"#,
      #"{"continue":{"until":{"condition":{"holds":"\#(condition)"}}}}"#,
      #"{"reverseContinue":{"until":{"condition":{"holds":"\#(condition)"}}}}"#,
    ]
    for command in commands {
      #expect(try face.reply(to: command).contains("warning: column 12: "), "\(command)")
    }
  }

  /// What is listed is what `goto` finds.
  @Test func aMarkWhosePlaceIsUncertainIsNotListed() throws {
    func mark(_ seq: Int, _ label: String) -> String {
      #"{"kind":"mark","seq":\#(seq),"timeMs":0,"label":"\#(label)"}"#
    }
    let patch = HandmadeLog.patch("replace", "/n", "1")
    let lines = [
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: patch), mark(1, "sure"),
      HandmadeLog.action(5, patch: patch), mark(9, "unsure"),
    ]
    var face = try ToyFace(HandmadeLog(lines).log())
    let marks = try face.reply(to: #"{"marks":{}}"#)
    #expect(marks.contains(#""sure""#) && !marks.contains("unsure"), "\(marks)")
    #expect(try face.reply(to: #"{"goto":{"target":"sure"}}"#).contains(#""seq":1"#))
    #expect(try face.reply(to: #"{"goto":{"target":"unsure"}}"#).contains("there is no mark"))
  }

  @Test(arguments: [
    #"{"continue":{"until":{"condition":{"holds":"$.n < 0"}}}}"#,
    #"{"continue":{"until":{"text":{"contains":"nowhere"}}}}"#,
    #"{"reverseContinue":{"until":{"condition":{"holds":"$.n < 0"}}}}"#,
    #"{"continue":{"until":{"change":{"of":"/m"}}}}"#,
    #"{"when":{"condition":"$.n < 0"}}"#, #"{"history":{"path":"/n","limit":9}}"#,
    #"{"compare":{"first":"b1"}}"#, #"{"causes":{"of":4}}"#, #"{"unusual":{}}"#, #"{"marks":{}}"#,
  ])
  func aStoppedCommandLeavesTheSessionAndItsBranches(_ command: String) throws {
    var face = try ToyFace(log(actionCount: 20))
    _ = try face.replies(
      to: """
        {"goto":{"target":"9"}}
        {"skip":{"seqs":[[2,3]]}}
        """)
    let before = try face.replies(to: #"{"branches":{}}"# + "\n" + #"{"evaluate":{"path":""}}"#)
    let reports = Locked(0)
    let control = QuestionControl(
      isStopped: { true }, report: { _ in reports.withLock { $0 += 1 } })
    #expect(try face.reply(to: command, control).contains("stopped when it had reached action "))
    #expect(reports.withLock { $0 } == (command.contains("history") ? 0 : 1))
    let after = try face.replies(to: #"{"branches":{}}"# + "\n" + #"{"evaluate":{"path":""}}"#)
    #expect(after == before)
  }
}
