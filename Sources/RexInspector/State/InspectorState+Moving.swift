import RexJSON
import RexQuestions
import RexTerminal

/// The cursors of the panes.
extension InspectorState {
  mutating func move(_ motion: InspectorAction.Motion) {
    if case .help(let top) = mode {
      let count = InspectorScreen.helpLines(size).count
      mode = .help(index(motion, top, count: count))
      return
    }
    switch pane {
    case .actions:
      switch motion {
      case .first: jump(to: list.filter?.matches.first ?? log.seqs.lowerBound)
      case .last: jump(to: list.filter?.matches.last ?? log.seqs.upperBound)
      default: move(to: list.seq(rowCount(of: motion), after: seq, in: log.seqs))
      }
    case .state:
      guard let value = frame?.state else { return }
      let here = tree.open.index(of: tree.selected, in: value)
      let next = index(motion, here, count: tree.open.rowCount(of: value))
      if let row = tree.open.rows(of: value, in: next..<next + 1).first {
        tree.selected = row.pointer
      }
    case .panel: panel.index = index(motion, panel.index, count: panelLines.count)
    }
  }

  /// The lines of the pane beside the state.
  var panelLines: [StyledLine] { panel.answer ?? findingLines + (frame?.lines ?? []) }

  /// What a check found at the action that is shown.
  private var findingLines: [StyledLine] {
    frame.flatMap { timeline.finding(at: $0.query.seq) }
      .map { [StyledLine(StyledText("× \($0)", style: .removed))] } ?? []
  }

  private func index(_ motion: InspectorAction.Motion, _ index: Int, count: Int) -> Int {
    let next =
      switch motion {
      case .first: 0
      case .last: count - 1
      default: index + rowCount(of: motion)
      }
    return max(0, min(next, count - 1))
  }

  /// How many rows a motion goes; a page has one row in common with the next.
  private func rowCount(of motion: InspectorAction.Motion) -> Int {
    let page = max(1, InspectorLayout(self).area(of: pane).rows - 1)
    return switch motion {
    case .lines(let count): count
    case .pages(let count): count * page
    case .halfPages(let count): count * max(1, page / 2)
    case .first, .last: 0
    }
  }

  mutating func show(paneAfter count: Int) {
    let all = Pane.allCases
    let index = all.firstIndex(of: pane) ?? 0
    select(all[(index + count + all.count) % all.count])
  }

  /// Goes to the pane beside this one, if there is one.
  private mutating func leave(_ isForward: Bool) {
    if pane != (isForward ? Pane.allCases.last : Pane.allCases.first) {
      show(paneAfter: isForward ? 1 : -1)
    }
  }

  mutating func select(_ pane: Pane) {
    self.pane = pane
    if pane != .actions { sidePane = pane }
  }
}

/// Opening nodes, and what lines lead to.
extension InspectorState {
  /// Opens or closes the value; where nothing is left to do, goes into it, out of it, and at last
  /// out of the pane, as in other trees.
  mutating func setOpen(_ isOpen: Bool) {
    guard pane == .state, let value = frame?.state else { return leave(isOpen) }
    let selected = shownSelection(in: value)
    let hasChildren = value[selected]?.childCount ?? 0 > 0
    let isOpenNow = tree.open.isOpen(selected.tokens) && hasChildren
    if isOpen ? !hasChildren : selected.tokens.isEmpty {
      leave(isOpen)
    } else if isOpen != isOpenNow {
      tree.open.set(selected.tokens, isOpen: isOpen)
    } else if isOpen {
      move(.lines(1))
    } else {
      tree.selected = selected.parent
    }
  }

  mutating func toggle() {
    switch pane {
    case .actions: select(.state)
    case .state:
      guard let value = frame?.state else { return }
      let selected = shownSelection(in: value)
      if value[selected]?.childCount ?? 0 > 0 {
        tree.open.set(selected.tokens, isOpen: !tree.open.isOpen(selected.tokens))
      } else if let leaf = value[selected] {
        show([StyledLine("\(leaf.description)", pointer: selected)], title: selected.description)
      }
    case .panel:
      guard panelLines.indices.contains(panel.index) else { return }
      follow(panelLines[panel.index])
    }
  }

  /// Goes where a line leads.
  private mutating func follow(_ line: StyledLine) {
    if let target = line.seq { jump(to: target) }
    guard let pointer = line.pointer else { return }
    if line.seq == nil { select(.state) }
    if line.seq != nil, frameQuery != nil {
      tree.wanted = (seq, pointer)
    } else {
      tree.select(pointer)
    }
  }

  /// Shows an answer about the action at the cursor in the pane beside the state, until Esc.
  mutating func show(_ lines: [StyledLine], title: String) {
    let origin = panel.origin ?? (pane, sidePane)
    panel = Panel(
      title: "#\(seq) \(title)", answer: lines, index: lines.firstIndex { $0.seq != nil } ?? 0,
      origin: origin)
    select(.panel)
  }

  mutating func closeAnswer() {
    if pane == .panel, let origin = panel.origin { (pane, sidePane) = origin }
    panel = Panel()
  }

  /// The node at the cursor: the selected one, or what is around it in this state.
  func shownSelection(in value: JSON) -> JSONPointer {
    let index = tree.open.index(of: tree.selected, in: value)
    return tree.open.rows(of: value, in: index..<index + 1).first?.pointer ?? JSONPointer()
  }
}

/// The mouse.
extension InspectorState {
  mutating func take(_ report: MouseReport) {
    let layout = InspectorLayout(self)
    let position = CellPosition(column: report.column, row: report.row)
    switch report.event {
    case .scrollUp, .scrollDown:
      if let area = layout.panes.first(where: { $0.area.contains(position) }) { select(area.pane) }
      move(.lines(report.event == .scrollUp ? -3 : 3))
    case .press(0), .move(0):
      if layout.timeline.contains(position) {
        let column = report.column - layout.timeline.column
        let target = timeline.seq(atColumn: column, columnCount: layout.timeline.columns)
        if let target { jump(to: target) }
      } else if report.event == .press(0) {
        click(position, layout)
      }
    default: break
    }
  }

  private mutating func click(_ position: CellPosition, _ layout: InspectorLayout) {
    guard let (pane, area) = layout.panes.first(where: { $0.area.contains(position) }) else {
      return
    }
    select(pane)
    let row = position.row - area.row
    switch pane {
    case .actions:
      let rows = list.visible(around: seq, rowCount: area.rows, in: log.seqs).rows
      if rows.indices.contains(row) { jump(to: rows[row].seq) }
    case .state:
      guard let value = frame?.state else { return }
      let rows = InspectorScreen.treeRows(self, value, rowCount: area.rows)
      let index = row - rows.watchCount
      guard rows.nodes.indices.contains(index) else { return }
      if tree.selected == rows.nodes[index].pointer { return toggle() }
      tree.selected = rows.nodes[index].pointer
    case .panel:
      let index = InspectorScreen.panelTop(self, area) + row
      if panelLines.indices.contains(index) { panel.index = index }
    }
  }
}
