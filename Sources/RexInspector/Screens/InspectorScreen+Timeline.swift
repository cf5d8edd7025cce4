import RexTerminal

/// The timeline at the bottom.
extension InspectorScreen {
  static func drawTimeline(
    _ state: InspectorState, in area: CellArea, on screen: inout Screen
  ) {
    guard area.rows > 0, area.columns > 0 else { return }
    let timeline = state.timeline
    let counts = timeline.counts(columnCount: area.columns)
    let top = max(1, counts.max() ?? 1)
    for (column, count) in counts.enumerated() where count > 0 {
      // The square root shows single actions beside bursts.
      let bar = Sparkline.bar((Double(count) / Double(top)).squareRoot())
      screen.put(String(bar), column: area.column + column, row: area.row, .dim)
    }
    for place in timeline.places {
      let column = timeline.column(ofTimeMs: place.timeMs, columnCount: area.columns)
      let (sign, style): (String, CellStyle) =
        switch place.kind {
        case .mark: ("◆", .marked)
        case .gap: ("░", .changed)
        case .damage: ("!", .removed)
        case .divergence: ("×", .removed)
        }
      screen.put(sign, column: area.column + column, row: area.row, style)
    }
    let timeMs = state.list.row(of: state.seq)?.timeMs ?? timeline.timeMs(of: state.seq)
    if let timeMs {
      let column = timeline.column(ofTimeMs: timeMs, columnCount: area.columns)
      let cell = CellArea(column: area.column + column, row: area.row, columns: 1, rows: 1)
      screen.restyle(cell) { ($0.isReversed, $0.isDim) = (true, false) }
    }
    if let through = timeline.readThrough {
      let text = " reading \(percent(through, of: state.log.seqs))"
      let column = max(0, area.columns - text.count)
      screen.put(text, column: area.column + column, row: area.row, .dim)
    }
  }
}
