import RexTerminal
import Testing

/// What is drawn on a screen, as text.
@Suite struct ScreenTests {
  @Test func textIsDrawnAndClipped() {
    var screen = Screen(size: TerminalSize(columns: 12, rows: 4))
    #expect(screen.put("state", column: 2, row: 0) == 5)
    #expect(screen.put("a longer row", column: 0, row: 1, columns: 5) == 5)
    #expect(screen.put("漢字 e\u{301}!", column: 1, row: 2) == 7)
    // Beyond the sides, and beyond the first and the last row.
    #expect(screen.put("clipped", column: 8, row: 3) == 4)
    #expect(screen.put("0123456", column: -5, row: 3) == 7)
    #expect(screen.put("above", column: 0, row: -1) == 5)
    #expect(screen.put("below", column: 0, row: 4) == 5)
    #expect(screen.put("beside", column: 12, row: 0) == 0)
    #expect(screen.put("none", column: 0, row: 0, columns: -3) == 0)
    #expect(
      screen.text == """
          state
        a lon
         漢字 é!
        56      clip
        """)
    #expect(screen.lines == screen.text.split(separator: "\n").map(String.init))
  }

  /// Each line: what is there, what is drawn at which column of how many, and what is there then.
  @Test(arguments: [
    ("漢字漢", "x", 0, 6, "x 字漢"), ("漢字漢", "x", 1, 6, " x字漢"), ("漢字漢", "字", 1, 6, " 字 漢"),
    ("漢字漢", "xy", 3, 6, "漢 xy"), ("漢字漢", "  ", 2, 6, "漢  漢"),
    // What does not fit is left out, not cut.
    ("abc", "漢", 2, 3, "abc"), ("abc", "x漢y", 1, 3, "axc"), ("", "👩‍👩‍👧‍👦🇩🇪👍🏽", 0, 5, "👩‍👩‍👧‍👦🇩🇪"),
    ("", "क्षि|", 0, 6, "क्षि|"), ("क्षि|", "x", 1, 6, " x |"),
  ])
  func wideCharactersAreWholeOrCleared(
    _ before: String, _ text: String, _ column: Int, _ columns: Int, _ after: String
  ) {
    var screen = Screen(size: TerminalSize(columns: columns, rows: 1))
    screen.put(before, column: 0, row: 0)
    screen.put(text, column: column, row: 0)
    #expect(screen.text == after)
  }

  @Test func areasAreClearedAndStyled() {
    let selected = CellStyle(background: .indexed(4), isBold: true)
    var screen = Screen(size: TerminalSize(columns: 6, rows: 3))
    for row in 0..<3 { screen.put("漢字漢", column: 0, row: row) }
    screen.fill(CellArea(column: 1, row: 1, columns: 2, rows: 9), selected)
    #expect(screen.text == "漢字漢\n    漢\n    漢")
    let styles = (0..<6).map { screen.style(column: $0, row: 2) }
    #expect(styles == [.plain, selected, selected, .plain, .plain, .plain])
    // A character has one style, that of its first cell.
    screen.restyle(CellArea(column: -1, row: 0, columns: 4, rows: 1)) { $0.isReversed = true }
    let reversed = (0..<7).map { screen.style(column: $0, row: 0)?.isReversed }
    #expect(reversed == [true, true, true, true, false, false, nil])
    screen.fill(screen.area)
    #expect(screen == Screen(size: screen.size))
    screen.fill(CellArea(column: 2, row: 1, columns: -1, rows: -1), selected)
    #expect(screen == Screen(size: screen.size))
  }

  /// No text from elsewhere acts on a terminal, and none hides.
  @Test(arguments: [
    ("a\u{1B}[2Jb", "a�[2Jb"), ("a\r\nb\tc", "a�b�c"), ("a\u{9B}b\u{7F}", "a�b�"),
    ("a\u{202E}b\u{2066}c", "a�b�c"), ("\u{301}a", "�a"), ("\u{200D}\u{200B}", "��"),
    ("\u{E000}\u{10FFFF}", "��"), ("a\u{AD}b", "a�b"), ("a\u{E0041}", "�"), ("\u{2028}", "�"),
  ])
  func whatMustNotBeWrittenIsReplaced(_ text: String, _ shown: String) {
    var screen = Screen(size: TerminalSize(columns: 20, rows: 1))
    #expect(screen.put(text, column: 0, row: 0) == shown.columnCount)
    #expect(screen.text == shown)
  }

  @Test func longTextsAndCharactersAreBounded() {
    var screen = Screen(size: TerminalSize(columns: 10, rows: 1))
    let marked = "a" + String(repeating: "\u{301}", count: 1_000_000)
    screen.put(marked + "b", column: 0, row: 0)
    #expect(screen.text.unicodeScalars.count <= 16)
    screen.put("a" + String(repeating: "\u{301}", count: 100) + "b", column: 0, row: 0)
    #expect(screen.text.unicodeScalars.count == 17 && screen.text.hasSuffix("b"))
    // Consonants of Hangul that follow each other are one character.
    let size = TerminalSize(columns: 80, rows: 1)
    var wide = Screen(size: size)
    #expect(wide.put(String(repeating: "\u{1100}", count: 50), column: 0, row: 0) == 32)
    let huge = Screen(size: TerminalSize(columns: .max, rows: .max))
    #expect(huge.size == Screen.sizeMax)
    #expect(Screen(size: TerminalSize(columns: -1, rows: 5)).text == "")
  }
}
