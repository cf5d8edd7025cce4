import RexLog
import RexQuestions
import RexTerminal

/// What the inspector shows, as a function of its state.
enum InspectorScreen {
  static func screen(_ state: InspectorState) -> Screen {
    var screen = Screen(size: state.size)
    if case .help(let top) = state.mode {
      drawHelp(from: top, on: &screen)
      return screen
    }
    let layout = InspectorLayout(state)
    drawTitle(state, on: &screen)
    for (pane, area) in layout.areas {
      drawHeading(of: pane, state, in: area, on: &screen)
      if area.column + area.columns < state.size.columns {
        for row in area.row..<area.row + area.rows {
          screen.put("│", column: area.column + area.columns, row: row, .dim)
        }
      }
    }
    for (pane, area) in layout.panes {
      switch pane {
      case .actions: drawActions(state, in: area, on: &screen)
      case .state: drawState(state, in: area, on: &screen)
      case .panel: drawPanel(state, in: area, on: &screen)
      }
    }
    drawTimeline(state, in: layout.timeline, on: &screen)
    drawBottom(state, in: layout.bottom, on: &screen)
    return screen
  }

  private static func drawTitle(_ state: InspectorState, on screen: inout Screen) {
    var parts = ["#\(state.seq) of \(state.log.seqs.upperBound)"]
    if state.list.filter?.hides(state.seq) ?? false { parts.append("(filtered out)") }
    if let timeMs = state.list.row(of: state.seq)?.timeMs {
      parts.append(LogText.seconds(timeMs))
      if state.size.columns >= 100, let clock = state.log.clock {
        parts.append(clock.text(atMs: timeMs))
      }
    }
    if let branch = state.log.branch { parts.append("branch \(branch)") }
    switch state.check {
    case .running(let seq): parts.append("verifying \(percent(seq, of: state.log.seqs))")
    case .done(let verdict):
      let first = state.timeline.places.first { state.timeline.finding(at: $0.seq) != nil }
      parts.append(verdict + (first.map { " at #\($0.seq)" } ?? ""))
    case .offered where state.log.branch == nil: parts.append("V verifies")
    case .offered, nil: break
    }
    parts.append(state.log.title)
    screen.put(parts.joined(separator: "  "), column: 1, row: 0)
    screen.restyle(CellArea(column: 0, row: 0, columns: state.size.columns, rows: 1)) {
      $0.isReversed = true
    }
  }

  static func percent(_ seq: Int, of seqs: ClosedRange<Int>) -> String {
    guard seqs.count > 1 else { return "100 %" }
    return "\(100 * Int64(max(0, seq - seqs.lowerBound)) / Int64(seqs.count - 1)) %"
  }

  private static func drawHeading(
    of pane: InspectorState.Pane, _ state: InspectorState, in area: CellArea,
    on screen: inout Screen
  ) {
    let text: String
    switch pane {
    case .actions: text = "actions" + (state.list.filter.map { "  \(filter($0, state))" } ?? "")
    case .state:
      let isBehind = state.frame.map { $0.query.seq != state.seq } ?? true
      text = "state" + (isBehind ? " …" : "")
    case .panel: text = state.panel.answer == nil ? state.comparisonTitle : state.panel.title
    }
    let isCurrent = pane == state.pane
    screen.put(
      (isCurrent ? "▸" : " ") + text, column: area.column, row: area.row, columns: area.columns,
      CellStyle(isBold: isCurrent, isDim: !isCurrent, isUnderlined: true))
  }

  private static func filter(_ filter: ActionList.Filter, _ state: InspectorState) -> String {
    let progress = filter.searchedThrough.map { ", \(percent($0, of: state.log.seqs))" } ?? ""
    return "\(filter.matches.count)\(progress): \(filter.text)"
  }

  private static func drawBottom(
    _ state: InspectorState, in area: CellArea, on screen: inout Screen
  ) {
    if case .typing(let prompt) = state.mode {
      let row = prompt.editor.row(prompt: prompt.label, columnCount: area.columns)
      let used = screen.put(row.text, column: 0, row: area.row)
      let hint = prompt.editor.characters.isEmpty ? prompt.hint : ""
      let isGoing = prompt.kind == .goto && prompt.waiting != nil
      screen.put(isGoing ? " …" : "  " + hint, column: used, row: area.row, .dim)
      screen.cursor = CellPosition(column: row.cursorColumn, row: area.row)
      drawMessage(of: state, endingAt: area.row - 1, on: &screen)
    } else if state.request != nil {
      let reached = state.reachedSeq.map { " #\($0)" } ?? ""
      screen.put("working\(reached) … Esc stops it", column: 0, row: area.row, .dim)
    } else if state.message != nil {
      drawMessage(of: state, endingAt: area.row, on: &screen)
    } else if let finding = state.timeline.finding(at: state.seq) {
      draw(
        StyledText("× \(finding)", style: .removed), column: 0, row: area.row,
        columns: area.columns, on: &screen)
    } else {
      screen.put(InspectorKeys.reminder(columns: area.columns), column: 0, row: area.row, .dim)
    }
  }

  /// Draws a message over what is there, since it is read first.
  private static func drawMessage(
    of state: InspectorState, endingAt last: Int, on screen: inout Screen
  ) {
    guard let message = state.message else { return }
    let size = screen.size
    let line = message.isError ? StyledText(message.text.plain, style: .removed) : message.text
    let all = wrapped(
      line, CellArea(column: 0, row: 0, columns: size.columns, rows: max(1, size.rows / 2)))
    let lines = all.prefix(max(1, size.rows / 2))
    for (index, line) in lines.enumerated() {
      let row = last - lines.count + 1 + index
      screen.fill(CellArea(column: 0, row: row, columns: size.columns, rows: 1))
      draw(line, column: 0, row: row, columns: size.columns, on: &screen)
    }
  }

  /// The help as it is wrapped in a terminal.
  static func helpLines(_ size: TerminalSize) -> [StyledText] {
    let area = CellArea(column: 0, row: 0, columns: size.columns - 1, rows: .max)
    return InspectorKeys.help(namesWidth: size.columns < 50 ? 5 : 16).flatMap { wrapped($0, area) }
  }

  private static func drawHelp(from top: Int, on screen: inout Screen) {
    let lines = helpLines(screen.size)
    let rows = max(0, screen.size.rows - 1)
    let top = max(0, min(top, lines.count - rows))
    for (row, line) in lines[top...].prefix(rows).enumerated() {
      draw(line, column: 1, row: row, columns: screen.size.columns - 1, on: &screen)
    }
    screen.put("j k scroll, Esc ends", column: 0, row: screen.size.rows - 1, .dim)
  }

  /// Draws a line; if it is cut, it ends with an ellipsis.
  static func drawCut(
    _ line: StyledText, column: Int, row: Int, columns: Int, on screen: inout Screen
  ) {
    guard columns > 0 else { return }
    let isWhole = line.plain.fits(columns: columns)
    let room = isWhole ? columns : columns - 1
    let used = draw(line, column: column, row: row, columns: room, on: &screen)
    if !isWhole { screen.put("…", column: column + used, row: row, .dim) }
  }

  /// Draws a line, cut at the end; returns the columns used.
  @discardableResult
  static func draw(
    _ line: StyledText, column: Int, row: Int, columns: Int, on screen: inout Screen
  ) -> Int {
    var used = 0
    for piece in line.pieces {
      used += screen.put(
        piece.text, column: column + used, row: row, columns: columns - used, piece.style.cells)
    }
    return used
  }
}

extension InspectorState {
  /// The heading of the frame's lines.
  var comparisonTitle: String {
    switch comparison {
    case .none: "what it changed"
    case .from(let first): "from #\(first) to #\(seq)"
    case .between(let first, let second): "from #\(first) to #\(second)"
    }
  }
}
