import Foundation
import RexCommands
import RexLocking
import TestSupport
import Testing

/// In what commands print for people, a number at a place that the log calls a date has its date.
@Suite struct DatesTests {
  private let folder: TemporaryFolder
  private let log: String
  /// The same without the places of dates.
  private var olderLog: String { folder.path + "/older.jsonl" }

  init() throws {
    folder = try TemporaryFolder()
    log = folder.path + "/list.jsonl"
    let todo = #"{"id":1,"due":785000000.25,"seconds":785000000.25}"#
    let lines = [
      HandmadeLog.keyframe(0, #"{"todos":[]}"#)
        .replacing(#""state""#, with: #""actionDates":["/add/_0/due"],"state""#),
      HandmadeLog.action(1, patch: HandmadeLog.patch("add", "/todos/0", todo))
        .replacing(#"{"add":1}"#, with: #"{"add":{"_0":\#(todo)}}"#)
        .replacing(#""patch""#, with: #""dates":["/todos/*/due"],"patch""#),
      HandmadeLog.action(2, patch: HandmadeLog.patch("replace", "/todos/0/due", "785086400"))
        .replacing(#"{"add":2}"#, with: #"{"move":{"id":1,"due":785086400}}"#)
        .replacing(#""patch""#, with: #""actionDates":["/move/due"],"patch""#),
      HandmadeLog.end(2),
    ]
    let bytes = HandmadeLog(lines).bytes
    try Data(bytes).write(to: URL(filePath: log))
    let older = String(decoding: bytes, as: UTF8.self)
      .replacing(/"(dates|actionDates)":\[[^\]]*\],/, with: "")
    try Data(older.utf8).write(to: URL(filePath: olderLog))
  }

  private func run(_ words: [String], input: String = "") -> String {
    let output = Locked("")
    let lines = Locked(input.split(separator: "\n").map(String.init)[...])
    let environment = CommandEnvironment(
      write: { text in output.withLock { $0 += text } },
      writeError: { text in output.withLock { $0 += text } },
      nextLine: { lines.withLock { $0.popFirst() } })
    _ = ReplayCommandLine(name: "rexreplay", apps: []).run(words, in: environment)
    return output.withLock { $0 }
  }

  @Test func showTellsTheDatesOfThePayloadOfTheChangeAndOfTheState() {
    #expect(
      run(["show", log, "1"]) == """
        #1 add
          + /todos[id=1]  {"id":1,"due":785000000.25,"seconds":785000000.25}  \
        (/due 2025-11-16T15:33:20.250Z)
        {
          "add": {
            "_0": {
              "id": 1,
              "due": 785000000.25,
              "seconds": 785000000.25
            }
          }
        }
          /add/_0/due  2025-11-16T15:33:20.250Z

        """)
    #expect(
      run(["show", log, "2", "--state", "--at", "/todos[id=1]/due"])
        == "785086400\n  /todos/0/due  2025-11-17T15:33:20.000Z\n")
  }

  @Test(arguments: [["diff", "1", "2"], ["blame", "/todos/0/due"]])
  func aChangedDateIsToldBeforeAndAfter(_ words: [String]) {
    #expect(
      run([words[0], log] + words.dropFirst()).contains(
        Self.change))
    let steps = run(["step", log], input: "goto last\ndiff\nhistory /todos/0/due\n")
    #expect(steps.ranges(of: Self.change).count == 2, "\(steps)")
  }

  @Test func aListHasDatesInPayloadsAndColumns() {
    #expect(
      run(["list", log, "--columns", "seq,payload,/todos/0/due", "--wide"]) == """
             1  {"id":1,"due":"2025-11-16T15:33:20.250Z","seconds":785000000.25}  \
        "2025-11-16T15:33:20.250Z"
             2  {"move":{"id":1,"due":"2025-11-17T15:33:20.000Z"}}  "2025-11-17T15:33:20.000Z"

        """)
  }

  @Test func aValueThatIsPrintedHasItsDate() {
    let steps = run(["step", log], input: "goto last\nstate /todos/0/due\naction\n")
    #expect(steps.contains("  /todos/0/due  2025-11-17T15:33:20.000Z\n785086400\n"), "\(steps)")
    #expect(steps.contains("  (/move/due 2025-11-17T15:33:20.000Z)\n"), "\(steps)")
  }

  private static let change =
    "/due  785000000.25 → 785086400  "
    + "(2025-11-16T15:33:20.250Z → 2025-11-17T15:33:20.000Z)\n"

  /// A log of an older version does not tell, and programs get what the log has.
  @Test func anOlderLogAndJSONHaveOnlyNumbers() {
    for command in [["show", "1"], ["diff", "1"], ["history", "/todos"], ["list"]] {
      func printed(_ log: String, _ options: [String] = []) -> String {
        run([command[0], log] + command.dropFirst() + options)
      }
      #expect(!printed(olderLog).contains("2025-11"))
      #expect(printed(olderLog, ["--json"]) == printed(log, ["--json"]))
    }
  }
}
