import RexTerminal
import Testing

/// The colors that terminals have.
@Suite struct ColorTests {
  @Test(
    arguments: [
      (["TERM": "xterm"], .sixteen), (["TERM": "linux"], .sixteen),
      (["TERM": "xterm-256color"], .twoHundredFiftySix),
      (["TERM": "tmux-256color"], .twoHundredFiftySix),
      (["TERM": "xterm-kitty"], .twoHundredFiftySix), (["TERM": "xterm-direct"], .trueColor),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
      (["TERM": "xterm", "COLORTERM": "yes"], .sixteen),
      (["TERM": "screen-256color", "COLORTERM": "truecolor"], .twoHundredFiftySix),
      (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
      (["TERM": "xterm", "NO_COLOR": ""], .sixteen),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none), (["TERM": "vt220"], .none), ([:], .none),
    ] as [([String: String], ColorDepth)])
  func theEnvironmentTellsTheDepth(_ environment: [String: String], _ depth: ColorDepth) {
    #expect(ColorDepth(environment: environment) == depth)
  }

  /// The color in 16 and in 256 colors.
  @Test(
    arguments: [
      (.standard, .standard, .standard), (.indexed(9), .indexed(9), .indexed(9)),
      (.indexed(196), .indexed(9), .indexed(196)), (.indexed(16), .indexed(0), .indexed(16)),
      (.indexed(244), .indexed(8), .indexed(244)), (.indexed(255), .indexed(7), .indexed(255)),
      (.rgb(255, 0, 0), .indexed(9), .indexed(196)), (.rgb(200, 10, 5), .indexed(1), .indexed(160)),
      (.rgb(8, 8, 8), .indexed(0), .indexed(232)),
      (.rgb(255, 255, 255), .indexed(15), .indexed(231)),
      (.rgb(95, 135, 175), .indexed(8), .indexed(67)),
    ] as [(CellColor, CellColor, CellColor)])
  func aColorBecomesTheNearestThereIs(
    _ color: CellColor, _ sixteen: CellColor, _ twoHundredFiftySix: CellColor
  ) {
    #expect(color.reduced(to: .none) == .standard)
    #expect(color.reduced(to: .sixteen) == sixteen)
    #expect(color.reduced(to: .twoHundredFiftySix) == twoHundredFiftySix)
    #expect(color.reduced(to: .trueColor) == color)
  }

  @Test(
    arguments: [
      (.trueColor, "\u{1B}[0;1;38;2;255;0;0;104m"),
      (.twoHundredFiftySix, "\u{1B}[0;1;38;5;196;104m"),
      (.sixteen, "\u{1B}[0;1;91;104m"), (.none, "\u{1B}[0;1m"),
    ] as [(ColorDepth, String)])
  func stylesAreWrittenInTheColorsThereAre(_ depth: ColorDepth, _ sequence: String) {
    let style = CellStyle(foreground: .rgb(255, 0, 0), background: .indexed(12), isBold: true)
    let blank = Screen(size: TerminalSize(columns: 9, rows: 2))
    var screen = blank
    screen.put("no", column: 3, row: 1, style)
    let encoder = ScreenEncoder(depth: depth)
    #expect(
      encoder.sequences(from: blank, to: screen)
        == "\u{1B}[?25l\u{1B}[2;4H\(sequence)no\u{1B}[0m")
  }
}
