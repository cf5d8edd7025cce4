import RexLog
import RexQuestions
import TestSupport
import Testing

/// Dictionaries keyed by ids have one path for all their values.
@Suite struct FoldedPathsTests {
  private func folded(_ state: String) throws -> FoldedPaths {
    FoldedPaths(try LeafPaths(HandmadeLog([HandmadeLog.keyframe(0, state)]).log()))
  }

  private func paths(_ state: String) throws -> [String] {
    try folded(state).leaves.map(\.leaf.path)
  }

  private static func object(_ keys: some Sequence<String>, _ value: String) -> String {
    "{" + keys.map { "\"\($0)\":\(value)" }.joined(separator: ",") + "}"
  }

  @Test func keysLikeIDsAreFolded() throws {
    let rows = Self.object((1...9).map { "r-\($0)" }, #"{"done":true,"cells":{"c1":1}}"#)
    let folded = try folded(#"{"rows":\#(rows),"title":"x"}"#)
    #expect(folded.leaves.map(\.leaf.path) == ["/rows/*/cells/c1", "/rows/*/done", "/title"])
    #expect(folded.dictionaries.map(\.path) == ["/rows/*"])
    #expect(folded.dictionaries.first?.keyCount == 9)
    #expect(folded.dictionaries.first?.examples == ["r-1", "r-2", "r-3"])
    #expect(folded.leaves.map(\.dictionaries.count) == [1, 1, 0])
  }

  /// Each row has few cells, but all together have many.
  @Test func dictionariesInDictionariesAreFolded() throws {
    let rows = (1...9).map { #""r-\#($0)":{"c-\#($0)":{"x":1}}"# }.joined(separator: ",")
    #expect(try paths("{\(rows)}") == ["/*/*/x"])
  }

  @Test func manyWordsWithAlikeValuesAreFolded() throws {
    let words = (0..<20).map { String(repeating: "k", count: $0 + 1) }
    #expect(try paths(Self.object(words, #"{"fg":1,"bg":2}"#)) == ["/*/bg", "/*/fg"])
    #expect(try paths(Self.object(words.prefix(5), #"{"fg":1,"bg":2}"#)).count == 10)
  }

  /// Names of an app's members are what a privacy review is about.
  @Test func membersOfATypeAreNotFolded() throws {
    let words = (0..<50).map { String(repeating: "k", count: $0 + 1) }
    #expect(try paths(Self.object(words, "\"text\"")).count == 50)
    let parts = words.prefix(20).map { #""\#($0)":{"a\#($0)":1}"# }.joined(separator: ",")
    #expect(try paths("{\(parts)}").count == 20)
    #expect(try paths(#"{"line1":"","line2":"","line3":"","city":""}"#).count == 4)
  }
}
