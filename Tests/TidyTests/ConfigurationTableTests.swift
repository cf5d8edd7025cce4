import Foundation
import Testing

/// The table of `RecorderConfiguration` in docs/reference/configuration.md has every property.
@Suite struct ConfigurationTableTests {
  @Test func theTableHasEveryProperty() throws {
    let properties = try self.properties()
    let rows = try self.rows()
    #expect(properties.count >= 17)
    #expect(rows.sorted() == properties.sorted())
    // As the page says: those up to `onImpurity` are parameters, too.
    let last = try #require(rows.firstIndex(of: "onImpurity"))
    #expect(try rows[...last].sorted() == parameters().sorted())
  }

  /// The names in the first column of the table.
  private func rows() throws -> [String] {
    let page = try text(of: "docs/reference/configuration.md")
    let section = try #require(page.components(separatedBy: "\n## Configuration\n").last)
    return section.split(separator: "\n").drop { !$0.hasPrefix("|") }
      .prefix { $0.hasPrefix("|") }
      .compactMap { $0.prefixMatch(of: /\| `(\w+)` \|/).map { String($0.1) } }
  }

  /// The type's lines in the public interface of its module.
  private func interface() throws -> [Substring] {
    try text(of: "docs/api/RexRecorder.md").split(separator: "\n")
      .drop { !$0.hasPrefix("struct RecorderConfiguration:") }.dropFirst()
      .prefix { $0.hasPrefix("  ") }
  }

  private func properties() throws -> [String] {
    try interface().compactMap { $0.prefixMatch(of: #/  var (\w+):/#).map { String($0.1) } }
  }

  private func parameters() throws -> [String] {
    let line = try #require(interface().first { $0.hasPrefix("  init(") })
    return line.matches(of: #/(\w+): [^,]+ = /#).map { String($0.1) }
  }

  private func text(of page: String) throws -> String {
    try String(contentsOf: root.appending(path: page), encoding: .utf8)
  }
}
