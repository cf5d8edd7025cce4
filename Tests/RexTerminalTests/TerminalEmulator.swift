import RexTerminal

/// A terminal as far as a `ScreenEncoder` uses one.
struct TerminalEmulator {
  private(set) var size: TerminalSize
  private(set) var cursor = CellPosition(column: 0, row: 0)
  private(set) var isCursorVisible = true
  /// The first thing that was not understood.
  private(set) var unknown: String?
  private var style = CellStyle.plain
  private var rows: [[Cell]]
  /// The columns that this terminal gives to a character.
  private let columnCount: (Character) -> Int

  private struct Cell {
    /// Empty where the character before goes on.
    var text: String
    var style: CellStyle
  }

  /// A terminal full of what others wrote.
  init(
    size: TerminalSize, columnCount: @escaping (Character) -> Int = { $0.columnCount ?? 0 }
  ) {
    (self.size, self.columnCount) = (size, columnCount)
    let row = [Cell](
      repeating: Cell(text: "#", style: CellStyle(isUnderlined: true)), count: size.columns)
    rows = Array(repeating: row, count: size.rows)
  }

  var lines: [String] {
    rows.map { row in
      let end = row.lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
      return row[..<end].map(\.text).joined()
    }
  }

  func text(column: Int, row: Int) -> String { rows[row][column].text }

  func style(column: Int, row: Int) -> CellStyle? {
    rows[row][...column].last { !$0.text.isEmpty }?.style
  }

  mutating func apply(_ output: String) {
    var rest = output.unicodeScalars[...]
    while let first = rest.first {
      if first == "\u{1B}" {
        let end = rest.dropFirst(2).firstIndex { 0x40..<0x7F ~= $0.value } ?? rest.startIndex
        perform(String(rest[...end].dropFirst()))
        rest = rest[end...].dropFirst()
      } else {
        let text = rest.prefix { $0 != "\u{1B}" }
        for character in String(text) { put(character) }
        rest = rest[text.endIndex...]
      }
    }
  }

  private mutating func perform(_ sequence: String) {
    let numbers = sequence.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
    switch (sequence.prefix(2), sequence.last) {
    case ("[?", _) where sequence == "[?25h" || sequence == "[?25l":
      isCursorVisible = sequence == "[?25h"
    case (_, "H") where numbers.count == 2:
      cursor = CellPosition(
        column: min(numbers[1], size.columns) - 1, row: min(numbers[0], size.rows) - 1)
    case (_, "J") where numbers == [2]: for row in rows.indices { clear(row: row, from: 0) }
    case (_, "K") where numbers.isEmpty: clear(row: cursor.row, from: cursor.column)
    case (_, "m"): select(numbers)
    default: unknown = unknown ?? sequence
    }
  }

  private mutating func clear(row: Int, from column: Int) {
    for column in column..<size.columns { replace(Cell(text: " ", style: style), column, row) }
  }

  private mutating func put(_ character: Character) {
    guard let first = character.unicodeScalars.first, first.value >= 0x20 else {
      unknown = unknown ?? String(character)
      return
    }
    let count = columnCount(character)
    guard cursor.column + count <= size.columns else { return }
    replace(Cell(text: String(character), style: style), cursor.column, cursor.row)
    for offset in 1..<max(1, count) {
      replace(Cell(text: " ", style: style), cursor.column + offset, cursor.row)
      rows[cursor.row][cursor.column + offset].text = ""
    }
    rows[cursor.row][cursor.column].text = String(character)
    // Wrapping is off, so the cursor stays on the last column.
    cursor.column = min(cursor.column + count, size.columns - 1)
  }

  /// Replaces a cell, and clears what is left of the character that was there.
  private mutating func replace(_ cell: Cell, _ column: Int, _ row: Int) {
    let start = rows[row][...column].lastIndex { !$0.text.isEmpty } ?? column
    let end = rows[row][(column + 1)...].firstIndex { !$0.text.isEmpty } ?? size.columns
    for index in start..<end { rows[row][index].text = " " }
    rows[row][column] = cell
  }

  private mutating func select(_ codes: [Int]) {
    var rest = codes[...]
    while let code = rest.popFirst() {
      switch code {
      case 0: style = .plain
      case 1: style.isBold = true
      case 2: style.isDim = true
      case 4: style.isUnderlined = true
      case 7: style.isReversed = true
      case 30...37: style.foreground = .indexed(UInt8(code - 30))
      case 40...47: style.background = .indexed(UInt8(code - 40))
      case 90...97: style.foreground = .indexed(UInt8(code - 82))
      case 100...107: style.background = .indexed(UInt8(code - 92))
      case 38: style.foreground = color(&rest)
      case 48: style.background = color(&rest)
      default: unknown = unknown ?? "\(code)"
      }
    }
  }

  private mutating func color(_ rest: inout ArraySlice<Int>) -> CellColor {
    let kind = rest.popFirst()
    let values = rest.prefix(kind == 5 ? 1 : 3).compactMap { UInt8(exactly: $0) }
    rest = rest.dropFirst(kind == 5 ? 1 : 3)
    switch (kind, values.count) {
    case (5, 1): return .indexed(values[0])
    case (2, 3): return .rgb(values[0], values[1], values[2])
    default:
      unknown = unknown ?? "color \(values)"
      return .standard
    }
  }
}
