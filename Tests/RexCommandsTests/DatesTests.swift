import Foundation
import RexCommands
import RexLocking
import RexReplayer
import TestSupport
import Testing

/// In what commands print for people, a number that the app's types call a date has its date.
@Suite struct DatesTests {
  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = folder.path + "/list.jsonl"
    let todo = #"{"id":1,"due":785000000.25,"seconds":785000000.25}"#
    let lines = [
      HandmadeLog.keyframe(0, #"{"todos":[]}"#),
      HandmadeLog.action(1, patch: HandmadeLog.patch("add", "/todos/0", todo))
        .replacing(#"{"add":1}"#, with: #"{"add":{"_0":\#(todo)}}"#),
      HandmadeLog.action(2, patch: HandmadeLog.patch("replace", "/todos/0/due", "785086400"))
        .replacing(#"{"add":2}"#, with: #"{"move":{"id":1,"due":785086400}}"#),
      HandmadeLog.end(2),
    ]
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
  }

  private func run(_ words: [String], input: String = "", hasApp: Bool = true) -> String {
    let output = Locked("")
    let lines = Locked(input.split(separator: "\n").map(String.init)[...])
    let environment = CommandEnvironment(
      write: { text in output.withLock { $0 += text } },
      writeError: { text in output.withLock { $0 += text } },
      nextLine: { lines.withLock { $0.popFirst() } })
    let app = ReplayableApp(name: "Sum", reducer: reduceList)
    _ = ReplayCommandLine(name: "list-replay", apps: hasApp ? [app] : []).run(
      words, in: environment)
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

  private static let change =
    "/due  785000000.25 → 785086400  "
    + "(2025-11-16T15:33:20.250Z → 2025-11-17T15:33:20.000Z)\n"

  /// Only the app's types know what a number is, and programs get what the log has.
  @Test func withoutTheAppAndInJSONThereAreOnlyNumbers() {
    for command in [["show", log, "1"], ["diff", log, "1"], ["history", log, "/todos"]] {
      #expect(!run(command, hasApp: false).contains("2025-11"))
      #expect(!run(command + ["--json"]).contains("2025-11"))
    }
  }
}

private struct Todo: Codable, Equatable {
  var id: Int
  var due: Date
  /// The same number, which is no date.
  var seconds: Double
}

private struct ListState: Codable {
  var todos: [Todo] = []
}

private enum ListAction: Codable {
  case add(Todo)
  case move(id: Int, due: Date)
}

@Sendable private func reduceList(_ state: inout ListState, _ action: ListAction) {
  switch action {
  case .add(let todo): state.todos.append(todo)
  case .move(let id, let due):
    for index in state.todos.indices where state.todos[index].id == id {
      state.todos[index].due = due
    }
  }
}
