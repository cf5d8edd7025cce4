/// Turns the difference of two screens into what a terminal is sent.
///
///     encoder.sequences(from: nil, to: screen)     // clears the terminal, and draws everything
///     encoder.sequences(from: screen, to: screen)  // ""
///
/// Before and after, the terminal's style is plain; it must not wrap lines (`ESC [ ? 7 l`).
package struct ScreenEncoder: Sendable {
  package var depth: ColorDepth
  /// Whether the terminal shows more than ASCII.
  package var isUTF8: Bool

  package init(depth: ColorDepth, isUTF8: Bool = true) {
    (self.depth, self.isUTF8) = (depth, isUTF8)
  }

  /// An encoder for the terminal and the locale of an environment.
  package init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // Without a locale, as in containers, terminals still speak UTF-8.
    let encoding = locale?.lowercased() ?? "utf-8"
    self.init(
      depth: ColorDepth(environment: environment),
      isUTF8: encoding.contains("utf-8") || encoding.contains("utf8"))
  }

  /// What makes a terminal that shows one screen show another.
  ///
  /// - Parameter old: nil if it is not known what the terminal shows.
  package func sequences(from old: Screen?, to new: Screen) -> String {
    var drawing = ScreenDrawing(encoder: self, columnCount: new.size.columns)
    var before = Screen(size: new.size)
    if let old, old.size == new.size { before = old } else { drawing.clear() }
    for row in new.rows.indices where before.rows[row] != new.rows[row] {
      drawing.draw(new.rows[row], over: before.rows[row], row: row)
    }
    drawing.select(.plain)
    guard !drawing.text.isEmpty || old?.cursor != new.cursor else { return "" }
    guard let cursor = new.cursor else { return "\u{1B}[?25l" + drawing.text }
    drawing.move(to: cursor)
    return "\u{1B}[?25l" + drawing.text + "\u{1B}[?25h"
  }
}

/// Sequences, and the state in which they leave the terminal.
private struct ScreenDrawing {
  let encoder: ScreenEncoder
  let columnCount: Int
  private(set) var text = ""
  private var style = CellStyle.plain
  /// Nil if terminals do not agree where the cursor is.
  private var position: CellPosition?

  init(encoder: ScreenEncoder, columnCount: Int) {
    (self.encoder, self.columnCount) = (encoder, columnCount)
  }

  mutating func clear() { text += "\u{1B}[0m\u{1B}[2J" }

  mutating func move(to target: CellPosition) {
    guard position != target else { return }
    text += "\u{1B}[\(target.row + 1);\(target.column + 1)H"
    position = target
  }

  mutating func select(_ style: CellStyle) {
    guard self.style != style else { return }
    text += style.sequence(depth: encoder.depth)
    self.style = style
  }

  /// Draws the cells of a row that differ.
  ///
  /// Terminals do not agree on the columns of some characters. A row that has such a character, or
  /// had one, is drawn from the start.
  mutating func draw(_ row: [Cell], over old: [Cell], row index: Int) {
    var old = old
    if encoder.isUTF8, old.contains(where: \.isDoubtful) || row.contains(where: \.isDoubtful) {
      clear(from: 0, row: index)
      old = Array(repeating: .blank, count: row.count)
    }
    let blankStart = row.lastIndex { $0 != .blank }.map { $0 + 1 } ?? 0
    for column in 0..<blankStart where row[column] != old[column] {
      guard let character = row[column].character else { continue }
      move(to: CellPosition(column: column, row: index))
      select(row[column].style)
      write(character, columns: row.end(of: column) - column)
    }
    if old[blankStart...].contains(where: { $0 != .blank }) { clear(from: blankStart, row: index) }
  }

  private mutating func clear(from column: Int, row: Int) {
    move(to: CellPosition(column: column, row: row))
    select(.plain)
    text += "\u{1B}[K"
  }

  private mutating func write(_ character: Character, columns: Int) {
    if encoder.isUTF8 {
      text.append(character)
      if character.isDoubtful {
        position = nil
        return
      }
    } else {
      text.append(character.ascii)
      text += String(repeating: " ", count: columns - 1)
    }
    position?.column += columns
  }
}

extension Cell {
  fileprivate var isDoubtful: Bool { character?.isDoubtful ?? false }
}

extension Character {
  /// Whether terminals do not agree on the columns, or may join it with the next character.
  fileprivate var isDoubtful: Bool {
    if utf8.count == 1 { return false }
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1 else { return true }
    let isKnown = Self.known.contains { $0.contains(scalar.value) }
    return !isKnown || scalar.properties.isEmoji
  }

  /// Latin, Greek and Cyrillic letters, punctuation, arrows, boxes, Kana, Han and Hangul.
  private static let known: [ClosedRange<UInt32>] = [
    0xA0...0x52F, 0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x25FF, 0x3041...0x30FF,
    0x3400...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0xFFFD...0xFFFD,
  ]

  /// What stands for the character where only ASCII is shown.
  fileprivate var ascii: Character {
    if isASCII { return self }
    switch self {
    case "─", "━", "═", "┄", "┈", "╌": return "-"
    case "│", "┃", "║", "┆", "┊", "╎": return "|"
    case "\u{2500}"..."\u{257F}": return "+"
    case "▁", "▂": return "_"
    case "▃", "▄", "▅": return "="
    case "░": return ":"
    case "\u{2580}"..."\u{259F}": return "#"
    case "←", "◀", "◂": return "<"
    case "→", "▶", "▸": return ">"
    case "↑", "▲", "▴": return "^"
    case "↓", "▼", "▾": return "v"
    case "•", "●", "◆": return "*"
    case "×": return "x"
    case "·", "…": return "."
    default: return "?"
    }
  }
}
