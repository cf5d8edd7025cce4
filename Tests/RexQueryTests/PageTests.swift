import Foundation
import RexQuery
import TestSupport
import Testing

/// The examples of docs/reference/queries.md are correct.
@Suite struct PageTests {
  private func page() throws -> String {
    let url = Fixture.repository.appending(path: "docs/reference/queries.md")
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test func theErrorsAreThoseOnThePage() throws {
    let block = try #require(try page().firstMatch(of: /```text\n(.*?)```/.dotMatchesNewlines()))
    let lines = block.1.split(separator: "\n").map(String.init)
    for (expression, message) in zip(lines, lines.dropFirst()) where !expression.hasPrefix("col") {
      let error = #expect(throws: QueryError.self) { try Condition(expression) }
      #expect(error?.description == message)
    }
  }

  /// Reads the first column of each table as what its heading says.
  @Test(arguments: ["query", "expression", "condition", "path"])
  func theTablesHaveWellFormedExamples(_ heading: String) throws {
    let tables = try page().components(separatedBy: "\n\n").filter {
      $0.hasPrefix("| \(heading) |")
    }
    #expect(!tables.isEmpty)
    for row in tables.flatMap({ $0.split(separator: "\n").dropFirst(2) }) {
      let cell = row.replacing("\\|", with: "\u{0}").split(separator: "|").first ?? ""
      for code in cell.matches(of: /`([^`]+)`/) {
        let text = String(code.1).replacing("\u{0}", with: "|")
        switch heading {
        case "query": _ = try JSONPath(text)
        case "path": _ = try ValuePath(text)
        default: _ = try Condition(text)
        }
      }
    }
  }

  @Test func theDependenciesAreThoseOnThePage() throws {
    let rows = try page().matches(of: /\| `([^`|]+)` \| (`\$.*?)(?::|\|)/)
    let shown = rows.filter { $0.2.contains("['") }
    #expect(shown.count == 7)
    for row in shown {
      let expected = row.2.matches(of: /`([^`]+)`/).map { String($0.1) }
      #expect(try Condition(String(row.1)).dependencies.map(\.description) == expected)
    }
  }
}
