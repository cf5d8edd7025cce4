/// A grid of cells to draw in: what a terminal is to show, as a value.
///
///     var screen = Screen(size: terminal.size)
///     screen.fill(CellArea(column: 0, row: 0, columns: 20, rows: 1), CellStyle(isReversed: true))
///     screen.put("state", column: 2, row: 0, CellStyle(isReversed: true))
///     terminal.show(screen)
///
/// What lies outside the grid is clipped, and nothing in a text can act on the terminal.
package struct Screen: Equatable, Sendable {
  /// A larger size, which no terminal has, is cut to this.
  package static let sizeMax = TerminalSize(columns: 2_000, rows: 1_000)

  package let size: TerminalSize
  /// Where the terminal shows its cursor; nil if it is hidden.
  package var cursor: CellPosition?
  var rows: [[Cell]]

  /// Creates a blank screen.
  package init(size: TerminalSize) {
    self.size = TerminalSize(
      columns: min(max(0, size.columns), Self.sizeMax.columns),
      rows: min(max(0, size.rows), Self.sizeMax.rows))
    let row = [Cell](repeating: .blank, count: self.size.columns)
    rows = Array(repeating: row, count: self.size.rows)
  }

  /// All of the screen.
  package var area: CellArea {
    CellArea(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  /// The rows as text, without the spaces at their ends.
  package var lines: [String] {
    rows.map { row in
      let end = row.lastIndex { $0.character != " " }.map { $0 + 1 } ?? 0
      return String(row[..<end].compactMap(\.character))
    }
  }

  /// The rows as text, without the blank ones at the end: for tests that compare whole screens.
  package var text: String {
    let lines = lines
    let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return lines[..<end].joined(separator: "\n")
  }

  /// The style of a cell; nil outside the screen.
  package func style(column: Int, row: Int) -> CellStyle? {
    guard rows.indices.contains(row), 0..<size.columns ~= column else { return nil }
    return rows[row][rows[row].start(of: column)].style
  }
}

/// A place on a screen, from 0.
package struct CellPosition: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
}

/// A rectangle of cells, which may lie outside the screen.
package struct CellArea: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
  }

  package func contains(_ position: CellPosition) -> Bool {
    column..<column + max(0, columns) ~= position.column
      && row..<row + max(0, rows) ~= position.row
  }
}

struct Cell: Equatable, Sendable {
  /// Nil where a character that began in a cell before goes on; such a cell is a `continuation`.
  var character: Character?
  var style: CellStyle

  static let blank = Cell(character: " ", style: .plain)
  static let continuation = Cell(character: nil, style: .plain)
}

extension [Cell] {
  /// The index at which the character of a cell begins.
  func start(of index: Int) -> Int {
    self[...index].lastIndex { $0.character != nil } ?? index
  }

  /// The index after the character of a cell.
  func end(of index: Int) -> Int {
    self[(index + 1)...].firstIndex { $0.character != nil } ?? count
  }
}
