import RexJSON
import Testing

/// Texts are cut by Unicode scalars or bytes, since a character can have any number of them.
@Suite struct CuttingTests {
  private static let accents = String(repeating: "\u{301}", count: 30_000)

  @Test(arguments: [
    ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "abc"), ("abc", 0, ""), ("漢字", 1, "漢"),
    // A character that does not fit is left out, unless it is the first.
    ("abe\u{301}", 3, "ab"), ("abe\u{301}", 4, "abe\u{301}"), ("e\u{301}\u{302}", 2, "e\u{301}"),
    ("a🇩🇪", 2, "a"), ("🇩🇪", 1, "🇩"), ("a" + accents, 3, "a\u{301}\u{301}"),
    ("ab" + accents, 100, "a"), ("a\r\n", 2, "a"),
  ])
  func theBeginningOfAText(_ text: String, _ count: Int, _ expected: String) {
    #expect(text.prefix(scalars: count).unicodeScalars.elementsEqual(expected.unicodeScalars))
    let part = ("(" + text).dropFirst()
    #expect(part.isEmpty || part.prefix(scalars: count).unicodeScalars.count <= count)
  }

  @Test func theEndOfAText() {
    #expect("abc".suffix(scalars: 2) == "bc")
    #expect("abc".suffix(scalars: 5) == "abc")
    #expect(("a" + Self.accents).suffix(scalars: 30).unicodeScalars.count == 30)
  }

  /// Whatever the number of bytes, the text is a beginning of the whole, and no scalar is cut.
  @Test(arguments: ["aé漢🎉z", "", "\u{FFFD}a", "e\u{301}\u{302}漢"])
  func bytes(_ text: String) {
    for count in 0...text.utf8.count + 1 {
      let beginning = text.prefix(bytes: count)
      #expect(beginning.utf8.count <= count)
      #expect(beginning.utf8.count > count - 4 || beginning.utf8.count == text.utf8.count)
      #expect(text.utf8.starts(with: beginning.utf8))
    }
  }
}
