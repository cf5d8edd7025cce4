extension Screen {
  /// Draws text in a row, clipped to some columns and to the screen.
  ///
  /// Each character that must not be written, such as a control, or that would not be seen becomes
  /// `�`. A wide character that does not fit is left out, and one that is overwritten in part is
  /// cleared.
  ///
  /// - Parameters:
  ///   - column: may be negative, so that a part at the beginning is not shown.
  ///   - columns: the most to use; nil for all to the end of the row.
  /// - Returns: the columns used.
  @discardableResult
  package mutating func put(
    _ text: some StringProtocol, column: Int, row: Int, columns columnsMax: Int? = nil,
    _ style: CellStyle = .plain
  ) -> Int {
    let room = min(columnsMax ?? .max, size.columns - column)
    guard room > 0 else { return 0 }
    var used = 0
    for character in text.beginning(columns: room) {
      let (shown, count) = character.shown
      guard used + count <= room else { break }
      put(shown, columns: count, column: column + used, row: row, style)
      used += count
    }
    return used
  }

  /// Clears an area.
  package mutating func fill(_ area: CellArea, _ style: CellStyle = .plain) {
    let columns = area.columns(in: size)
    guard !columns.isEmpty else { return }
    for row in area.rows(in: size) {
      clearCharacters(across: columns, row: row)
      for column in columns { rows[row][column] = Cell(character: " ", style: style) }
    }
  }

  /// Changes the style of what an area shows, such as that of a selected row.
  package mutating func restyle(_ area: CellArea, _ change: (inout CellStyle) -> Void) {
    for row in area.rows(in: size) {
      for column in area.columns(in: size) where rows[row][column].character != nil {
        change(&rows[row][column].style)
      }
    }
  }

  private mutating func put(
    _ character: Character, columns count: Int, column: Int, row: Int, _ style: CellStyle
  ) {
    guard rows.indices.contains(row), column >= 0 else { return }
    clearCharacters(across: column..<column + count, row: row)
    rows[row][column] = Cell(character: character, style: style)
    for index in column + 1..<column + count { rows[row][index] = .continuation }
  }

  /// Clears the characters that lie in some columns in part only.
  private mutating func clearCharacters(across columns: Range<Int>, row: Int) {
    for column in [columns.lowerBound, columns.upperBound] where column < size.columns {
      guard rows[row][column].character == nil else { continue }
      let start = rows[row].start(of: column)
      let blank = Cell(character: " ", style: rows[row][start].style)
      for index in start..<rows[row].end(of: column) { rows[row][index] = blank }
    }
  }
}

extension CellArea {
  fileprivate func columns(in size: TerminalSize) -> Range<Int> {
    (column..<column + max(0, columns)).clamped(to: 0..<size.columns)
  }

  fileprivate func rows(in size: TerminalSize) -> Range<Int> {
    (row..<row + max(0, rows)).clamped(to: 0..<size.rows)
  }
}

extension Character {
  /// What is drawn for the character, and the columns it takes.
  fileprivate var shown: (Character, columns: Int) {
    let shown = utf8.count > Self.scalarsMax ? cut : self
    guard let count = shown.columnCount, count > 0 else { return ("\u{FFFD}", 1) }
    return (shown, count)
  }

  private var cut: Character {
    String(String.UnicodeScalarView(unicodeScalars.prefix(Self.scalarsMax))).first ?? "\u{FFFD}"
  }
}
