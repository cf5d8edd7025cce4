import RexTerminal

/// The areas of the screen.
///
///     title      Cart 1.0 · #1831 of 1887 · 12.4 s
///     headings   actions │ state │ what it changed
///     panes              │       │
///     timeline   ▁▂▁▅▂▁▁▃▂▁▁▁▂▇▁▂▁▁
///     bottom     messages, prompts, keys
///
/// In a wide terminal, the actions have most of the room, and the other panes are on top of each
/// other:
///
///     actions             │ state
///                         │ what it changed
///
/// A narrow terminal has room for two panes, or for the current one alone.
struct InspectorLayout {
  typealias Pane = InspectorState.Pane

  let title: CellArea
  /// The first row is the pane's heading.
  let areas: [(pane: Pane, area: CellArea)]
  let timeline: CellArea
  let bottom: CellArea

  /// Whether rows show payloads and changes.
  let hasWideRows: Bool

  private static let wideRowsMin = 100
  private static let threePanesMin = 66
  private static let twoPanesMin = 40

  init(_ state: InspectorState) {
    let size = state.size
    let hasTimeline = size.rows >= 6
    let end = size.rows - (hasTimeline ? 2 : 1)
    title = CellArea(column: 0, row: 0, columns: size.columns, rows: 1)
    bottom = CellArea(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
    timeline = CellArea(
      column: 0, row: end, columns: size.columns, rows: hasTimeline ? 1 : 0)
    hasWideRows = size.columns >= Self.wideRowsMin
    guard !hasWideRows else {
      areas = Self.wideAreas(CellArea(column: 0, row: 1, columns: size.columns, rows: end - 1))
      return
    }
    let panes: [Pane] =
      size.columns >= Self.threePanesMin
      ? Pane.allCases
      : size.columns >= Self.twoPanesMin ? [.actions, state.sidePane] : [state.pane]
    let shares = panes.count == 3 ? [30, 34, 36] : panes.count == 2 ? [45, 55] : [100]
    var column = 0
    areas = zip(panes, shares).map { pane, share in
      let isLast = pane == panes.last
      let width = isLast ? size.columns - column : size.columns * share / 100
      defer { column += width }
      // The last column of a pane separates it from the next.
      return (
        pane,
        CellArea(
          column: column, row: 1, columns: width - (isLast ? 0 : 1), rows: max(0, end - 1))
      )
    }
  }

  private static func wideAreas(_ body: CellArea) -> [(pane: Pane, area: CellArea)] {
    let (width, rows) = (body.columns * 65 / 100, max(0, body.rows))
    // The last column of the actions separates them from the others.
    let actions = CellArea(column: 0, row: body.row, columns: width - 1, rows: rows)
    var state = CellArea(
      column: width, row: body.row, columns: body.columns - width, rows: rows - rows / 2)
    let top = (pane: Pane.state, area: state)
    (state.row, state.rows) = (state.row + state.rows, rows / 2)
    return [(.actions, actions), top, (.panel, state)]
  }

  /// The panes below their headings.
  var panes: [(pane: Pane, area: CellArea)] {
    areas.map { pane, area in
      (
        pane,
        CellArea(
          column: area.column, row: area.row + 1, columns: area.columns, rows: max(0, area.rows - 1)
        )
      )
    }
  }

  /// The area of a pane; of one that is not shown, that of the first.
  func area(of pane: Pane) -> CellArea {
    (panes.first { $0.pane == pane } ?? panes[0]).area
  }
}
