extension LineEditor {
  /// What a terminal shows, as one row that begins with the prompt.
  ///
  /// The cursor is expected anywhere in the row, and left where the next character is typed.
  package func drawing(prompt: String, columnCount: Int) -> String {
    let row = row(prompt: prompt, columnCount: columnCount)
    let move = row.cursorColumn > 0 ? "\u{1B}[\(row.cursorColumn)C" : ""
    return "\r" + row.text + "\u{1B}[K\r" + move
  }

  /// The prompt and the line as one row, and the column where the next character is typed.
  ///
  ///     let row = editor.row(prompt: ":", columnCount: screen.size.columns)
  ///     screen.put(row.text, column: 0, row: last)
  ///     screen.cursor = CellPosition(column: row.cursorColumn, row: last)
  ///
  /// Of a line that is longer than the row, the part around the cursor is shown.
  package func row(prompt: String, columnCount: Int) -> (text: String, cursorColumn: Int) {
    let prompt = shownPrompt(
      prompt, columnsMax: max(columnCount - Self.columnsMin, columnCount / 2))
    let promptColumns = prompt.columnCount
    // The last column stays free, since a terminal may begin a new row after it.
    let room = max(1, columnCount - promptColumns - 1)
    var start = cursor
    var cursorColumns = 0
    while start > 0 {
      let next = cursorColumns + (characters[start - 1].columnCount ?? 0)
      guard next < room else { break }
      (cursorColumns, start) = (next, start - 1)
    }
    var shown = ""
    var columns = 0
    for character in characters[start...] {
      guard let count = character.columnCount else { continue }
      columns += count
      guard columns <= room else { break }
      shown.append(character)
    }
    return (prompt + shown, promptColumns + cursorColumns)
  }

  /// The columns that a long prompt leaves to the line.
  private static let columnsMin = 20

  private func shownPrompt(_ prompt: String, columnsMax: Int) -> String {
    var prompt = prompt
    if case .searching(let search) = mode {
      prompt = "(\(search.isFailing ? "no " : "")match of '\(search.query)'): "
    }
    // The end of a prompt is what changes.
    var characters = prompt.filter { $0.columnCount != nil }[...]
    while characters.columnCount > columnsMax, !characters.isEmpty { characters.removeFirst() }
    return String(characters)
  }

  /// Candidates in columns, sorted downward, each row with a line break.
  ///
  /// Only the first of very many are shown.
  package static func list(_ candidates: [String], columnCount: Int) -> String {
    let shown = candidates.prefix(candidatesMax)
    let width = (shown.map(\.columnCount).max() ?? 0) + 2
    let columns = max(1, (columnCount - 1) / width)
    let rows = (shown.count + columns - 1) / columns
    var text = ""
    for row in 0..<rows {
      let cells = stride(from: row, to: shown.count, by: rows).map { shown[$0] }
      for cell in cells.dropLast() {
        text += cell + String(repeating: " ", count: width - cell.columnCount)
      }
      text += (cells.last ?? "") + "\n"
    }
    let rest = candidates.count - shown.count
    return rest > 0 ? text + "… and \(rest) more\n" : text
  }

  private static let candidatesMax = 100
}
