import RexJSON
import RexLog
import RexQuestions
import RexTerminal
import RexTimeline

/// The three panes.
extension InspectorScreen {
  static func drawActions(
    _ state: InspectorState, in area: CellArea, on screen: inout Screen
  ) {
    let (rows, cursor) = state.list.visible(
      around: state.seq, rowCount: area.rows, in: state.log.seqs)
    if rows.isEmpty, let filter = state.list.filter {
      let text = filter.searchedThrough == nil ? "none matches" : "searching …"
      screen.put(" " + text, column: area.column, row: area.row, columns: area.columns, .dim)
    }
    let width = "\(state.log.seqs.upperBound)".count
    let wideRows = InspectorLayout(state).hasWideRows ? WideRows(rows, state, area) : nil
    for (index, row) in rows.enumerated() {
      if let wideRows {
        wideRows.draw(row, isHere: index == cursor, row: area.row + index, on: &screen)
      } else {
        draw(
          line(of: row, isHere: index == cursor, width, state), column: area.column,
          row: area.row + index, columns: area.columns, on: &screen)
      }
      if index == cursor { select(area, index, isCurrent: state.pane == .actions, on: &screen) }
    }
  }

  private static func line(
    of row: ActionList.Row, isHere: Bool, _ width: Int, _ state: InspectorState
  ) -> StyledText {
    let number = "\(row.seq)".paddedLeft(to: width)
    var text: StyledText = "\((isHere ? "▸" : " ") + number, style: .dim)"
    text += sign(of: row, state)
    text += event(of: row)
    for mark in row.marks { text += StyledText("  ◆ \(mark)", style: .marked) }
    return text
  }

  /// What a row tells of, in a word or a sentence.
  static func event(of row: ActionList.Row) -> StyledText {
    switch row.kind {
    case .start: StyledText("start", style: .dim)
    case .action(let type, let cause): "\(type)\(LogText.cause(cause), style: .dim)"
    case .gap(let from, let reason):
      StyledText("░ lost from \(from): \(reason)", style: .changed)
    case .unfinished(let type): StyledText("× \(type) never finished", style: .removed)
    case .unread: StyledText("…", style: .dim)
    }
  }

  /// What is wrong with an action, in one column.
  static func sign(of row: ActionList.Row, _ state: InspectorState) -> StyledText {
    var sign: StyledText = " "
    for place in state.timeline.places(at: row.seq) {
      switch place.kind {
      case .divergence: return StyledText("×", style: .removed)
      case .damage: sign = StyledText("!", style: .removed)
      case .mark, .gap: break
      }
    }
    return sign
  }

  /// Marks the row of a cursor: that of the current pane more than the others.
  private static func select(
    _ area: CellArea, _ index: Int, isCurrent: Bool, on screen: inout Screen
  ) {
    let row = CellArea(
      column: area.column, row: area.row + index, columns: area.columns, rows: 1)
    screen.restyle(row) { style in
      if isCurrent { (style.isReversed, style.isDim) = (true, false) } else { style.isBold = true }
    }
  }

  /// The rows of the state that are shown, below those of the watches.
  static func treeRows(
    _ state: InspectorState, _ value: JSON, rowCount: Int
  ) -> (watchCount: Int, nodes: [OpenNodes.Row], cursor: Int) {
    let watchCount = min(state.frame?.watches.count ?? 0, rowCount / 2)
    let room = max(0, rowCount - watchCount)
    let open = state.tree.open
    let here = open.index(of: state.tree.selected, in: value)
    let start = max(0, min(here - room / 2, open.rowCount(of: value) - room))
    return (watchCount, open.rows(of: value, in: start..<start + room), here - start)
  }

  static func drawState(_ state: InspectorState, in area: CellArea, on screen: inout Screen) {
    guard let frame = state.frame else { return }
    guard let value = frame.state else {
      let lines = wrapped(
        StyledText(frame.problem ?? "the state is unknown", style: .changed), area)
      for (index, line) in lines.prefix(area.rows).enumerated() {
        draw(line, column: area.column, row: area.row + index, columns: area.columns, on: &screen)
      }
      return
    }
    let (watchCount, rows, cursor) = treeRows(state, value, rowCount: area.rows)
    for (index, watch) in frame.watches.prefix(watchCount).enumerated() {
      draw(
        line(of: watch, state), column: area.column, row: area.row + index,
        columns: area.columns, on: &screen)
    }
    for (index, row) in rows.enumerated() {
      draw(
        line(of: row, state), column: area.column, row: area.row + watchCount + index,
        columns: area.columns, on: &screen)
      if index == cursor {
        select(area, watchCount + index, isCurrent: state.pane == .state, on: &screen)
      }
    }
  }

  /// The changes that are seen of a watched value.
  private static let sparklineMax = 16

  private static func line(
    of watch: InspectorFrame.WatchedLine, _ state: InspectorState
  ) -> StyledText {
    let seq = state.frame?.query.seq ?? state.seq
    let numbers = state.courses[watch.path]?.numbers(through: seq, atMost: sparklineMax) ?? []
    let course: StyledText = Sparkline(numbers).map { "  \($0.text, style: .dim)" } ?? ""
    let value =
      "  " + DifferenceText.value(from: watch.old, to: watch.new, marking: state.log.placeholders)
    // The text of an array or an object has no end that is seen.
    let isLong = watch.new.value?.childCount ?? 0 > 0
    return StyledText("◆ \(watch.path)", style: .marked)
      + (isLong ? course + value : value + course)
  }

  private static func line(of row: OpenNodes.Row, _ state: InspectorState) -> StyledText {
    let depth = row.pointer.tokens.count
    let isChanged = state.frame?.changed.contains(row.pointer) ?? false
    let count = row.value.childCount
    let sign = count == 0 ? " " : row.isOpen ? "▾" : "▸"
    let style: StyledText.Style = isChanged ? .changed : .plain
    let indent = String(repeating: " ", count: min(2 * depth, 40))
    let name = row.pointer.tokens.last ?? "state"
    var text: StyledText = "\(isChanged ? "•" : " ", style: .changed)"
    text += "\(indent + sign + " ", style: .dim)\(name, style: style)"
    if row.value.array != nil || row.value.object != nil {
      let kind = row.value.array == nil ? "{\(count)}" : "[\(count)]"
      text += "\(" " + kind, style: .dim)"
      if row.isOpen { return text }
    }
    let value = LogText.value(row.value, marking: state.log.placeholders)
    text += "  \(value, style: count > 0 ? .dim : style)"
    if case .number = row.value,
      let date = state.frame?.dates?.text(in: row.value, at: row.pointer)
    {
      text += StyledText("  \(date)", style: .dim)
    }
    return text
  }

  static func drawPanel(_ state: InspectorState, in area: CellArea, on screen: inout Screen) {
    var row = 0
    for (index, line) in state.panelLines.enumerated().dropFirst(panelTop(state, area)) {
      guard row < area.rows else { return }
      for part in wrapped(line.text, area) where row < area.rows {
        draw(part, column: area.column, row: area.row + row, columns: area.columns, on: &screen)
        if index == state.panel.index, state.pane == .panel {
          select(area, row, isCurrent: true, on: &screen)
        }
        row += 1
      }
    }
  }

  /// The first line that the panel shows.
  static func panelTop(_ state: InspectorState, _ area: CellArea) -> Int {
    max(0, state.panel.index - area.rows / 2)
  }

  /// A line in rows of a pane, broken between words; a long text is cut in the end.
  static func wrapped(_ line: StyledText, _ area: CellArea) -> [StyledText] {
    guard area.columns > 4 else { return [line] }
    var rows = [StyledText()]
    var room = area.columns
    let own = line.pieces.first?.text.prefix { $0 == " " }.count ?? 0
    let indent = min(own + 4, max(4, area.columns / 3))
    for piece in line.pieces {
      var rest = piece.text[...]
      while !rest.isEmpty, rows.count <= area.rows {
        var part = words(of: rest, room: room, columns: area.columns, indent)
        let isNew = room == area.columns || room == area.columns - indent
        if part.isEmpty, isNew { part = rest.prefix(1) }
        rows[rows.count - 1] += StyledText(part, style: piece.style)
        rest = rest[part.endIndex...]
        room -= part.columnCount
        if !rest.isEmpty {
          rest = rest.drop { $0 == " " }
          rows.append(StyledText(String(repeating: " ", count: indent)))
          room = area.columns - indent
        }
      }
    }
    return rows
  }

  /// The part of a text that goes in the rest of a row: whole words, but for those that would leave
  /// most of a row empty.
  private static func words(
    of text: Substring, room: Int, columns: Int, _ indent: Int
  ) -> Substring {
    let part = text.prefix(columns: room)
    guard part.endIndex < text.endIndex, text[part.endIndex] != " " else { return part }
    let used = columns - room
    if let space = part.lastIndex(of: " "), used + part[...space].columnCount > columns / 3 {
      return part[...space]
    }
    let word = text.prefix(columns).prefix { $0 != " " }
    return used > columns / 3 && word.columnCount <= columns - indent ? text.prefix(0) : part
  }
}
