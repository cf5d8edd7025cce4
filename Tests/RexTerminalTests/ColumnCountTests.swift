import RexTerminal
import Testing

/// The columns that characters take.
@Suite struct ColumnCountTests {
  @Test(arguments: [
    ("", 0), ("plain", 5), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｶ", 1), ("Ａ", 2), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("한글 abc", 8), ("か\u{3099}", 2), ("क्ष", 2), ("─│", 2),
    ("⌚", 2), ("🎉", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("☎\u{FE0F}", 2),
    ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("❤️‍🔥", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("🇩", 1), ("𠮷", 2), ("…", 1),
    // What must not be written takes nothing.
    ("a\u{1B}b", 2), ("\u{202E}a", 1), ("a\u{AD}b\u{200B}", 2), ("\u{E000}", 0), ("\r\n", 0),
  ])
  func aTextTakesColumns(_ text: String, _ count: Int) {
    #expect(text.columnCount == count)
  }

  @Test func allControlsAreKnown() {
    for value in UInt32(0)..<0xA0 where !(0x20..<0x7F ~= value) {
      let scalar = Unicode.Scalar(value)
      #expect(scalar?.columnCount == nil, "\(value)")
    }
    #expect(Character("\r\n").columnCount == nil)
  }

  /// Emoji are wide by themselves, and never wider with what belongs to them.
  @Test func everyEmojiIsWide() {
    for value in UInt32(0x80)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isEmojiPresentation,
        !(0x1F1E6...0x1F1FF ~= value)
      else { continue }
      let toned = String(String.UnicodeScalarView([scalar, "\u{1F3FD}"]))
      #expect(scalar.columnCount == 2, "\(value)")
      #expect(toned.count == 2 || toned.columnCount == 2, "\(value)")
    }
  }

  /// Marks take no columns, but a terminal gets no more of them than can be seen.
  @Test func marksAreCutToo() {
    let accents = String(repeating: "\u{301}", count: 30_000)
    for text in ["a" + accents, "abc" + accents + "d", accents, "\u{200D}" + accents] {
      #expect(!text.fits(columns: 20))
      #expect(text.prefix(columns: 20).unicodeScalars.count <= 320)
    }
    #expect("e\u{301}a".fits(columns: 2) && !"abc".fits(columns: 2))
    #expect("👩‍👩‍👧‍👦 漢字".fits(columns: 7))
    #expect("👩‍👩‍👧‍👦 漢字".prefix(columns: 6) == "👩‍👩‍👧‍👦 漢")
  }
}
