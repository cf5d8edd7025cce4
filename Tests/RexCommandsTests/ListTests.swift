import RexCommands
import RexTerminal
import TestSupport
import Testing

/// What `list` shows of each action.
@Suite struct ListTests {
  private static let columns = "seq,took,source,$.openThread,$['messages'][0]['id'],/messages/0/id"

  @Test(arguments: [
    ("list-columns", ["--to", "12", "--columns", columns], CommandStatus.success),
    ("list-columns-json", ["--to", "7", "--columns", "$.openThread", "--json"], .success),
    ("list-no-column", ["--columns", "seq,tpye"], .usage),
    ("list-wide", ["--to", "8", "--wide"], .success),
  ])
  func prints(_ name: String, _ words: [String], _ status: CommandStatus) throws {
    let call = run(["list", "team-chat.jsonl"] + words)
    #expect(call.status == status)
    #expect(try call.transcript == Fixture.expected("output/\(name).txt", for: call.transcript))
  }

  @Test(arguments: [40, 80, 160])
  func aListFitsTheTerminal(_ columnCount: Int) throws {
    for log in ["team-chat.jsonl", "hostile.jsonl", "../causes/photos.jsonl", "left-out.jsonl"] {
      let lines = run(["list", log], columnCount: columnCount).output.split(separator: "\n")
      #expect(!lines.isEmpty)
      for line in lines { #expect(line.columnCount <= columnCount, "\(line)") }
      // All of it can be seen.
      let whole = run(["list", log, "--wide"], columnCount: columnCount).output
      #expect(!whole.contains("…") && !whole.contains("more"))
    }
    let call = run(["list", "team-chat.jsonl", "--to", "40"], columnCount: columnCount)
    let name = "output/list-\(columnCount).txt"
    #expect(try call.transcript == Fixture.expected(name, for: call.transcript))
  }
}
