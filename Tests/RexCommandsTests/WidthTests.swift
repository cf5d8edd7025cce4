import Foundation
import RexTerminal
import TestSupport
import Testing

@testable import RexCommands

/// What each command prints on terminals of 40, 80 and 160 columns, and as JSON.
@Suite struct WidthTests {
  /// Calls of each command whose result is about a log; `NEW` is a new file.
  private static let calls: [(name: String, words: [String])] = [
    ("info", ["torn.jsonl"]), ("list", ["team-chat.jsonl", "--to", "12"]),
    ("list-columns", ["team-chat.jsonl", "--columns", "seq,type,$.error,source", "--to", "25"]),
    ("show", ["team-chat.jsonl", "12"]), ("diff", ["team-chat.jsonl", "10", "13"]),
    ("when", ["team-chat.jsonl", "$.error && $.openThread"]),
    ("find", ["team-chat.jsonl", "repaired", "--first"]),
    ("history", ["team-chat.jsonl", "/openThread", "--to", "15"]),
    ("history-stats", ["shop.jsonl", "/nextOrder", "--stats"]),
    ("blame", ["team-chat.jsonl", "/messages/3/reactions"]),
    ("causes", ["../causes/photos.jsonl", "14"]),
    ("unusual", ["team-chat.jsonl"]),
    (
      "unusual-beside",
      ["divergence.jsonl", "--beside", Fixture.url("logs/v1/team-chat.jsonl").path]
    ),
    ("compare", ["team-chat.jsonl", "divergence.jsonl"]),
    ("replay", ["torn.jsonl", "-o", "NEW"]), ("verify", ["divergence.jsonl"]),
    ("check", ["team-chat.jsonl", "--rules", Fixture.url("rules/chat.txt").path]),
    ("triage", ["divergence.jsonl"]), ("grade", ["divergence.jsonl"]),
    ("bisect", ["divergence.jsonl", "team-chat.jsonl"]),
    ("minimize", ["torn.jsonl", "--when", "$.error", "--anywhere", "-o", "NEW"]),
    ("step", ["torn.jsonl"]),
    ("redact", ["secrets.jsonl", "--check", Fixture.url("secrets.txt").path]),
    ("slice", ["team-chat.jsonl", "-o", "NEW", "--last", "10s"]),
    ("repair", ["corrupt/an-array.jsonl", "-o", "NEW"]), ("page", ["torn.jsonl", "-o", "NEW"]),
  ]

  /// Every command but those about no log has a call here.
  @Test func everyCommandIsCalled() {
    let names = Set(Self.calls.map { $0.name.prefix { $0 != "-" } }.map(String.init))
    let others = ["demo", "record", "live", "open", "mcp", "dap", "completions", "man"]
    #expect(names.union(others) == Set(Command.all.map(\.name)))
  }

  @Test(arguments: calls.map(\.name))
  func prints(_ name: String) throws {
    let words = try #require(Self.calls.first { $0.name == name }?.words)
    let command = String(name.prefix { $0 != "-" })
    let widths = try [40, 80, 160].map { width in
      (title: "\(width)", text: try transcript([command] + words, columnCount: width))
    }
    var text = ""
    for (index, width) in widths.enumerated() {
      guard index == 0 || widths[index - 1].text != width.text else { continue }
      let same = widths[index...].prefix { $0.text == width.text }.map(\.title)
      text += "=== \(same.joined(separator: ", ")) columns ===\n\(width.text)"
    }
    text += "=== JSON ===\n\(try transcript([command, "--json"] + words, columnCount: 80))"
    #expect(try text == Fixture.expected("output/widths/\(name).txt", for: text))
  }

  /// On a terminal, no line of a list is longer than the terminal is wide.
  @Test(arguments: [40, 80, 160])
  func aListIsAsWideAsTheTerminal(_ width: Int) {
    for log in ["team-chat", "volume", "news", "hostile"] {
      for line in run(["list", "\(log).jsonl"], columnCount: width).output.split(separator: "\n") {
        #expect(String(line).columnCount <= width, "\(line)")
      }
    }
  }

  private func transcript(_ words: [String], columnCount: Int) throws -> String {
    let folder = try TemporaryFolder()
    let new = folder.path + "/new.jsonl"
    let call = run(
      words.map { $0 == "NEW" ? new : $0 },
      input: "goto 12\ndiff\nwhen $.error\nhistory /error\nfind x\nmarks\n",
      columnCount: columnCount)
    return call.transcript.replacing(new, with: "new.jsonl")
      .replacing(Fixture.repository.path + "/", with: "")
  }
}
