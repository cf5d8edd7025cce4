import Foundation
import RexTerminal
import TestSupport
import Testing

@testable import RexInspector

/// The page and the inspector have one keymap: what both do, they do by the same key, and their
/// helps say it in the same words.
///
/// The page's keys are read from its source, a table of `{ keys: ["j"], does: "next", help: "…" }`.
@Suite struct KeymapTests {
  /// A row of the page's table.
  private struct PageKey: CustomStringConvertible {
    var names: [String]
    var help: String

    var description: String { "\(names.joined(separator: " ")): \(help)" }
  }

  /// The keys of what only a page does: it goes into the state, copies a command or an action,
  /// opens another log, changes its colors.
  private static let pageOnly: Set<String> = ["s", "C", "D", "O", "T"]

  private func pageKeys() throws -> [PageKey] {
    let source = try String(
      contentsOf: Fixture.repository.appending(path: "Sources/RexPage/Page/keys.js"),
      encoding: .utf8)
    let string = #""(?:[^"\\]|\\.)*""#
    let row = try Regex<(Substring, Substring, Substring)>(
      #"keys:\s*\[((?:\s*\#(string)\s*,?)*)\s*\][^{}]*?help:\s*(\#(string))"#)
    return try source.matches(of: row).map { match in
      let names = try match.output.1.matches(of: try Regex(string)).map { found in
        try unquoted(match.output.1[found.range])
      }
      return PageKey(names: names, help: try unquoted(match.output.2))
    }
  }

  private func unquoted(_ text: some StringProtocol) throws -> String {
    try JSONDecoder().decode(String.self, from: Data(text.utf8))
  }

  /// The key that a browser names so; nil if the inspector has no such key.
  private func key(named name: String) -> Key? {
    let codes: [String: Key.Code] = [
      "ArrowDown": .down, "ArrowUp": .up, "ArrowLeft": .left, "ArrowRight": .right,
      "PageDown": .pageDown, "PageUp": .pageUp, "Home": .home, "End": .end, "Escape": .escape,
      "Enter": .enter, "Tab": .tab,
    ]
    if let code = codes[name] { return Key(code) }
    guard name.count == 1, let character = name.first else { return nil }
    return Key(.character(character))
  }

  private let bindings = InspectorKeys.sections.flatMap(\.bindings)

  /// The binding of a key; a digit is one of those that begin a number.
  private func binding(of key: Key) -> InspectorKeys.Binding? {
    if case .character(let digit) = key.code, "0"..."9" ~= digit {
      return bindings.first { $0.names.hasPrefix("0") }
    }
    return bindings.first { $0.keys.contains(key) }
  }

  @Test func thePageHasKeys() throws {
    let keys = try pageKeys()
    #expect(keys.count >= 20)
    #expect(keys.contains { $0.names.contains("]") } && keys.contains { $0.names.contains("[") })
    let names = keys.flatMap(\.names)
    #expect(Set(names).count == names.count, "no key does two things")
  }

  @Test func aKeyDoesTheSameInBoth() throws {
    for row in try pageKeys() where Self.pageOnly.isDisjoint(with: row.names) {
      for name in row.names {
        let binding = key(named: name).flatMap(binding)
        #expect(binding?.help == row.help, "\(name) of \(row)")
      }
    }
  }

  @Test func whatOnlyThePageDoesHasKeysOfItsOwn() throws {
    for name in Self.pageOnly {
      #expect(key(named: name).flatMap(binding) == nil, "the inspector has \(name)")
    }
  }

  /// What both do is by the first key of each.
  @Test func theSameWordsHaveTheSameKey() throws {
    for row in try pageKeys() {
      guard let binding = bindings.first(where: { $0.help == row.help }) else { continue }
      let keys = row.names.compactMap(key)
      let isDigit = binding.names.hasPrefix("0") && row.names.contains("#")
      #expect(isDigit || binding.keys.contains(where: keys.contains), "\(row)")
    }
  }
}
