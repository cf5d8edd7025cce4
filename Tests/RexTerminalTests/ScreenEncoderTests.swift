import RexTerminal
import TestSupport
import Testing

/// What a terminal is sent to show a screen.
@Suite struct ScreenEncoderTests {
  private static let encoder = ScreenEncoder(depth: .trueColor)

  @Test func onlyWhatDiffersIsSent() {
    var old = Screen(size: TerminalSize(columns: 20, rows: 3))
    old.put("first row", column: 0, row: 0)
    old.put("second row", column: 0, row: 1)
    let hides = "\u{1B}[?25l"
    #expect(
      sequences(nil, old) == hides + "\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hfirst\u{1B}[1;7Hrow"
        + "\u{1B}[2;1Hsecond\u{1B}[2;8Hrow")
    #expect(sequences(old, old) == "")
    var new = old
    new.put("R", column: 6, row: 0)
    #expect(sequences(old, new) == hides + "\u{1B}[1;7HR")
    new = old
    new.fill(CellArea(column: 6, row: 1, columns: 14, rows: 1))
    #expect(sequences(old, new) == hides + "\u{1B}[2;7H\u{1B}[K")
    // A cursor is hidden while the rest is drawn.
    new.cursor = CellPosition(column: 2, row: 0)
    #expect(sequences(old, new) == hides + "\u{1B}[2;7H\u{1B}[K\u{1B}[1;3H\u{1B}[?25h")
    #expect(sequences(new, new) == "")
    let other = Screen(size: TerminalSize(columns: 20, rows: 2))
    #expect(sequences(old, other) == hides + "\u{1B}[0m\u{1B}[2J")
  }

  @Test func aCharacterOfDoubtfulWidthIsFollowedByAMove() {
    let blank = Screen(size: TerminalSize(columns: 20, rows: 1))
    var screen = blank
    screen.put("漢─é🎉ab👍🏽", column: 0, row: 0)
    #expect(
      sequences(blank, screen)
        == "\u{1B}[?25l\u{1B}[1;1H\u{1B}[K漢─é🎉\u{1B}[1;7Hab👍🏽")
  }

  /// After any screen, the terminal shows any other.
  @Test func aTerminalShowsWhatIsSent() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    for step in 0..<3_000 {
      let size = generator.size()
      var terminal = TerminalEmulator(size: size)
      var shown: Screen?
      for _ in 0..<3 {
        var screen = shown ?? Screen(size: size)
        if Bool.random(using: &generator) { screen = Screen(size: size) }
        generator.draw(on: &screen)
        terminal.apply(sequences(shown, screen))
        let violation = terminal.difference(from: screen)
        #expect(violation == nil, "seed \(seed), step \(step)")
        if violation != nil { return }
        shown = screen
      }
    }
  }

  /// A terminal that gives other columns to some characters shows all others in their places.
  @Test(arguments: [1, 2])
  func otherWidthsMoveNothingElse(_ columns: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    for step in 0..<1_000 {
      let size = generator.size()
      var usual = TerminalEmulator(size: size)
      var other = TerminalEmulator(size: size) { character in
        let isKnown = character.isASCII || "漢한é─�".contains(character)
        return isKnown ? character.columnCount ?? 0 : columns
      }
      var shown: Screen?
      for _ in 0..<3 {
        var screen = shown ?? Screen(size: size)
        generator.draw(on: &screen)
        let sent = sequences(shown, screen)
        usual.apply(sent)
        other.apply(sent)
        shown = screen
        #expect(usual.firstLetter(missingIn: other) == nil, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func onlyASCIIIsSentToATerminalOfAnotherLocale() {
    var screen = Screen(size: TerminalSize(columns: 20, rows: 3))
    screen.put("┌─┬╴é", column: 0, row: 0)
    screen.put("│▸│漢!…🎉?█▒", column: 0, row: 1)
    screen.put("└─┘\u{1B}👍🏽.", column: 0, row: 2)
    let sent = ScreenEncoder(depth: .sixteen, isUTF8: false).sequences(from: nil, to: screen)
    var terminal = TerminalEmulator(size: screen.size)
    terminal.apply(sent)
    #expect(sent.utf8.allSatisfy { $0 < 0x80 })
    #expect(terminal.lines == ["+-++?", "|>|? !.? ?##", "+-+?? ."])
  }

  @Test(arguments: [
    ([:], true), (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true),
    (["LANG": "C"], false), (["LANG": "en_US.UTF-8", "LC_ALL": "POSIX"], false),
    (["LANG": "en_US.UTF-8", "LC_ALL": ""], true), (["LANG": "C", "LC_CTYPE": "UTF-8"], true),
    (["LC_CTYPE": "de_DE.ISO-8859-1"], false),
  ])
  func theLocaleTellsTheEncoding(_ environment: [String: String], _ isUTF8: Bool) {
    #expect(ScreenEncoder(environment: environment).isUTF8 == isUTF8)
  }

  private func sequences(_ old: Screen?, _ new: Screen) -> String {
    Self.encoder.sequences(from: old, to: new)
  }
}

extension SeededGenerator {
  fileprivate mutating func size() -> TerminalSize {
    TerminalSize(columns: .random(in: 1...12, using: &self), rows: .random(in: 1...4, using: &self))
  }

  /// Draws a few random things, some of them outside.
  fileprivate mutating func draw(on screen: inout Screen) {
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      let (column, row) = (
        Int.random(in: -2...12, using: &self), Int.random(in: 0...3, using: &self)
      )
      let area = CellArea(
        column: column, row: row, columns: .random(in: 0...12, using: &self),
        rows: .random(in: 0...2, using: &self))
      let style = Self.styles.randomElement(using: &self) ?? .plain
      switch Int.random(in: 0..<6, using: &self) {
      case 0: screen.fill(area, style)
      case 1: screen.restyle(area) { $0.isReversed.toggle() }
      default:
        let pieces = (0..<Int.random(in: 1...6, using: &self)).map { _ in
          Self.pieces.randomElement(using: &self) ?? ""
        }
        screen.put(pieces.joined(), column: column, row: row, style)
      }
    }
    let position = CellPosition(
      column: .random(in: 0..<screen.size.columns, using: &self),
      row: .random(in: 0..<screen.size.rows, using: &self))
    screen.cursor = Bool.random(using: &self) ? position : nil
  }

  private static let styles: [CellStyle] = [
    .plain, .plain, CellStyle(isBold: true, isUnderlined: true),
    CellStyle(foreground: .indexed(1), isDim: true), CellStyle(background: .indexed(12)),
    CellStyle(foreground: .rgb(1, 2, 3), background: .indexed(200), isReversed: true),
  ]

  /// Among them are parts that would join if they followed each other: flags, families, Hangul.
  private static let pieces = [
    "a", "b", "  ", "x", "漢", "é", "e\u{301}", "─", "🎉", "👩‍👩‍👧‍👦", "👍🏽", "❤\u{FE0F}",
    "1\u{FE0F}\u{20E3}", "🇩", "🇪", "👩\u{200D}", "🚀", "क्", "क्षि", "\u{1112}", "\u{1161}", "한",
    "\u{0D4E}", "\u{1B}[2J",
    "\u{202E}", "\u{301}",
  ]
}

extension TerminalEmulator {
  /// What the terminal shows otherwise than the screen; nil if nothing.
  fileprivate func difference(from screen: Screen) -> String? {
    if let unknown { return "\(unknown.debugDescription) was sent" }
    if lines != screen.lines { return "\(lines) instead of \(screen.lines)" }
    if isCursorVisible != (screen.cursor != nil) { return "the cursor" }
    if let position = screen.cursor, cursor != position { return "the cursor at \(cursor)" }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let (ours, its) = (style(column: column, row: row), screen.style(column: column, row: row))
        if ours != its { return "\(row), \(column): \(String(describing: ours))" }
      }
    }
    return nil
  }

  /// The place of the first letter that another terminal does not show there; nil if none.
  fileprivate func firstLetter(missingIn other: TerminalEmulator) -> CellPosition? {
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let text = text(column: column, row: row)
        let isLetter = ["a", "b", "x", "漢", "é", "─"].contains(text)
        if isLetter, other.text(column: column, row: row) != text {
          return CellPosition(column: column, row: row)
        }
      }
    }
    return nil
  }
}
