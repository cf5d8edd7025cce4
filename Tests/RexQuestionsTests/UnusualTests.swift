import RexJSON
import RexLog
import RexQuestions
import RexTimeline
import TestSupport
import Testing

/// What actions did that others of their type do not, alone and beside other logs.
@Suite struct UnusualTests {
  private static let control = QuestionControl()

  /// The answer about a log, beside others.
  private func unusual(
    _ log: Log, beside others: [Log] = [], bytesMax: Int = ActionHabits.bytesMax
  ) throws -> (answer: UnusualActions, notes: [QuestionNote]) {
    var habits = ActionHabits(bytesMax: bytesMax)
    for other in others { _ = try habits.add(beside: LogStates(other), Self.control) }
    let notes = try habits.add(LogStates(log), Self.control)
    return (UnusualActions(habits), notes)
  }

  /// The rows about a log, each as its numbers and what is unusual.
  private func rows(_ log: Log, beside others: [Log] = []) throws -> [String] {
    let lines = UnusualText(try unusual(log, beside: others).answer).lines(atMost: 100)
    return lines.map(\.text.plain).dropFirst().prefix { !$0.isEmpty }
      .map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
  }

  /// A log of actions, each with its type, its cause and its patch.
  private func log(
    _ actions: [(type: String, cause: Int?, patch: String)], state: String = #"{"n":0}"#,
    session: String = HandmadeLog.session()
  ) throws -> Log {
    let lines = actions.enumerated().map { index, action in
      let cause = action.cause.map { #","cause":\#($0)"# } ?? ""
      return #"{"kind":"action","seq":\#(index + 1),"timeMs":0\#(cause),"type":"\#(action.type)","#
        + #""action":{},"tookMs":\#(index),"patch":\#(action.patch)}"#
    }
    return try HandmadeLog([HandmadeLog.keyframe(0, state)] + lines, session: session).log()
  }

  private func set(_ path: String, _ value: String) -> String {
    HandmadeLog.patch("replace", path, value)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func nothingIsOnlyInALogBesideItself(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let made = try RandomLog(actionCount: 200, unrecordedChance: 5, &random)
    #expect(try unusual(made.log, beside: [made.log]).answer.rows.isEmpty, "seed \(seed)")
    let other = try RandomLog(actionCount: 100, &random).log
    let first = try unusual(made.log, beside: [other, made.log]).answer
    #expect(first.rows.isEmpty, "seed \(seed)")
    let (one, two) = (try unusual(made.log).answer, try unusual(made.log).answer)
    #expect(one.documents == two.documents, "the order of the rows is fixed, seed \(seed)")
    let beside = try unusual(made.log, beside: [other]).answer
    #expect(try unusual(made.log, beside: [other]).answer.documents == beside.documents)
  }

  @Test func theRarestChangesComeFirst() throws {
    let up = (1...9).map { (type: "count", cause: Int?.none, patch: set("/n", "\($0)")) }
    let down = [(type: "count", cause: Int?.none, patch: set("/n", "3"))]
    let nothing = (0..<2).map { _ in (type: "count", cause: Int?.none, patch: "[]") }
    #expect(
      try rows(log(up + down + nothing)) == [
        "10 1 of 12 count decreased /n", "11 12 2 of 12 count changed nothing",
      ])
  }

  @Test func strangeTimesAreToldAsFarAsTheyAreCounted() throws {
    let lines = [1e308, -5, 0].enumerated().map { index, tookMs in
      #"{"kind":"action","seq":\#(index + 1),"timeMs":0,"type":"a","action":{},"#
        + #""tookMs":\#(tookMs),"patch":[]}"#
    }
    let log = try HandmadeLog([HandmadeLog.keyframe(0)] + lines).log()
    let type = try #require(unusual(log).answer.documents.last)
    #expect(type["largestMs"]?.number?.double == 0x1p31 && type["sumMs"]?.number?.double == 0x1p31)
    #expect(try #require(type["medianMs"]?.number?.double) < 0.001)
  }

  @Test func formsOfPathsLeaveOutIndexesAndKeysThatAreData() throws {
    let state = #"{"n":0,"rooms":{"r-1":{"open":[1],"of":{"a b":{"x":1}}}}}"#
    let patches = [
      HandmadeLog.patch("add", "/rooms/r-1/open/0", "7"),
      #"[{"op":"move","from":"/rooms/r-1/open/1","path":"/rooms/r-1/open/0"}]"#,
      HandmadeLog.patch("replace", "/rooms/r-1/of/a b", #"{"x":2,"y":null}"#),
    ]
    let healthy = try log([("tap", nil, "[]"), ("tap", nil, "[]")], state: state)
    let log = try log(patches.map { ("tap", nil, $0) }, state: state)
    #expect(
      try rows(log, beside: [healthy]) == [
        "1 1 of 3, 0 of 2 tap added /rooms/*/open/*", "2 1 of 3, 0 of 2 tap moved /rooms/*/open/*",
        "3 1 of 3, 0 of 2 tap added /rooms/*/of/*/y",
      ], "an action that did several such things is told once")
    #expect(try rows(log, beside: [log, healthy]).isEmpty)
  }

  /// What is done by all of a type is unusual where others do more.
  @Test func anActionThatDoesLessIsUnusual() throws {
    let both = #"[{"op":"replace","path":"/n","value":1},{"op":"replace","path":"/m","value":1}]"#
    let state = #"{"n":0,"m":0}"#
    let healthy = try log([("save", nil, both), ("save", nil, "[]")], state: state)
    let log = try log([("save", nil, set("/n", "1"))], state: state)
    #expect(
      try rows(log, beside: [healthy]) == ["1 1 of 1, 0 of 2 save only increased /n"])
    #expect(
      try rows(healthy, beside: [log]) == [
        "1 1 of 2, 0 of 1 save increased /m", "2 1 of 2, 0 of 1 save changed nothing",
      ])
  }

  @Test func aTypeThatIsNewIsOneRow() throws {
    let healthy = try log([("save", nil, set("/n", "1"))])
    let log = try log([("load", nil, set("/n", "1")), ("load", nil, "[]")])
    #expect(try rows(log, beside: [healthy]) == ["1 … 2 of 2, 0 of 0 load the type itself"])
  }

  /// #3 answers #1, and does not know of #2.
  @Test func anAnswerIsLateIfTheValueChangedSinceItsCause() throws {
    let late: [(String, Int?, String)] = [
      ("ask", nil, "[]"), ("edit", nil, set("/n", "1")), ("answer", 1, set("/n", "2")),
      ("ask", nil, "[]"), ("answer", 4, set("/n", "3")), ("answer", 4, set("/n", "4")),
    ]
    let row = "3 1 of 3 answer late /n: 2 edit changed it after the cause, 1"
    #expect(try rows(log(late)).first == row, "an effect of the cause itself is no other's change")
    for path in ["", "/n/deep"] {
      var other = late
      other[1].2 = path.isEmpty ? set("", #"{"n":1}"#) : set("/n", #"{"deep":1}"#)
      #expect(try rows(log(other)).contains(row), "inside it, or around it: \(path)")
    }
    var before = late
    before[2].1 = 2
    #expect(try !rows(log(before)).contains { $0.contains("late") })
  }

  @Test func placeholdersHaveNoOrder() throws {
    let session =
      #"{"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"},"#
      + #""redacted":{"rules":["keys"],"numbers":[2130000000,2130999999]}}"#
    let log = try log(
      [("set", nil, set("/n", "2130000001")), ("set", nil, "[]")], session: session)
    #expect(try rows(log) == ["1 1 of 2 set changed /n", "2 1 of 2 set changed nothing"])
  }

  @Test func whatIsNotKnownIsNotCountedAndTold() throws {
    let lines = [
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: set("/n", "1")),
      HandmadeLog.action(2, patch: "[]"), HandmadeLog.action(3), HandmadeLog.gap(4, 6),
      HandmadeLog.action(7, patch: set("/n", "2")), HandmadeLog.end(7),
    ]
    let (answer, notes) = try unusual(HandmadeLog(lines).log())
    #expect(answer.rows.map(\.typeCount) == [2, 2])
    #expect(answer.types.map(\.figures.all.count) == [4])
    #expect(notes.count == 1 && notes[0].text.hasPrefix("skipped after 5 actions"), "\(notes)")
  }

  /// Whatever is left out, what is told is so.
  @Test(arguments: [2_000, 20_000, 200_000])
  func memoryIsBounded(_ bytesMax: Int) throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    func name(_ number: Int) -> String {
      var (name, rest) = ("", number)
      for _ in 0..<3 { (name, rest) = (name + String(letters[rest % 26]), rest / 26) }
      return name
    }
    let actions = (0..<3000).map { index in
      let patch = HandmadeLog.patch("add", "/" + name(index), "1")
      return (type: "t\(index % 7)", cause: Int?.none, patch: patch)
    }
    let (answer, notes) = try unusual(log(actions), bytesMax: bytesMax)
    #expect(answer.rows.count * 150 < bytesMax)
    #expect(notes.map(\.text).contains { $0.contains("some are left out") })
    for row in answer.rows { #expect(row.count == 1 && row.seqs.count == 1) }
  }

  @Test func figuresTellWhatIsSlowAndWhatGrows() throws {
    let actions = (1...100).map { number in
      (type: "grow", cause: Int?.none, patch: set("/n", "\(number * number * number)"))
    }
    let figures = try #require(try unusual(log(actions)).answer.types.first?.figures)
    #expect(figures.all.count == 100 && figures.largestMs == 99 && figures.all.ms == 4950)
    #expect((48...50).contains(try #require(figures.medianMs)))
    #expect(figures.first.meanMs == 4.5 && figures.last.meanMs == 94.5)
    #expect(try #require(figures.first.meanBytes) < #require(figures.last.meanBytes))
  }
}
