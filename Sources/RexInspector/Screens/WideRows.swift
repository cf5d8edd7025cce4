import RexLog
import RexQuestions
import RexTerminal

/// Rows of a list that has room for what actions were and did.
///
///     ▸ 74 × +12ms  refund ← 31   order 68 cents 3300   /openCents 22700 → 19400 (-3300)
///       │  │ │      │             │                     └ the first changes
///       │  │ │      └ type, cause └ payload
///       │  │ └ the time since the row before
///       │  └ what is wrong: `×` a finding, `!` damage
///       └ number
struct WideRows {
  private let state: InspectorState
  private let area: CellArea
  private let numberWidth: Int
  private let sinceWidth: Int
  private let typeWidth: Int
  private let payloadWidth: Int

  init(_ rows: [ActionList.Row], _ state: InspectorState, _ area: CellArea) {
    (self.state, self.area) = (state, area)
    numberWidth = "\(state.log.seqs.upperBound)".count
    let all = state.list.read.rows
    sinceWidth = all.compactMap(\.sinceMs).map { Self.duration($0).count }.max() ?? 0
    let types = all.map { Self.type(of: $0).plain.columnCount }
    typeWidth = min(types.max() ?? 0, max(16, area.columns * 30 / 100))
    let payloads = rows.map { state.list.details[$0.seq]?.payload.plain.columnCount ?? 0 }
    // With the cursor, the sign and the spaces between the columns.
    let room = area.columns - numberWidth - sinceWidth - typeWidth - 6
    payloadWidth = min(payloads.max() ?? 0, max(8, room * 2 / 5, min(20, room - 18)))
  }

  func draw(_ row: ActionList.Row, isHere: Bool, row rowIndex: Int, on screen: inout Screen) {
    var column = area.column
    func put(_ text: StyledText, columns: Int) {
      let end = area.column + area.columns
      InspectorScreen.drawCut(
        text, column: column, row: rowIndex, columns: min(columns, end - column), on: &screen)
      column += columns
    }
    let number = (isHere ? "▸" : " ") + "\(row.seq)".paddedLeft(to: numberWidth) + " "
    put(StyledText(number, style: .dim), columns: numberWidth + 2)
    put(InspectorScreen.sign(of: row, state), columns: 1)
    let since = row.sinceMs.map(Self.duration)?.paddedLeft(to: sinceWidth) ?? ""
    put(StyledText(since, style: .dim), columns: sinceWidth + 1)
    guard row.isAction else {
      put(InspectorScreen.event(of: row) + Self.marks(of: row), columns: area.columns)
      return
    }
    put(Self.type(of: row, columns: typeWidth), columns: typeWidth + 1)
    let details = state.list.details[row.seq]
    put(details?.payload ?? StyledText("…", style: .dim), columns: payloadWidth)
    column += payloadWidth > 0 ? 1 : 0
    let room = area.column + area.columns - column
    put(Self.marks(of: row) + (details.map { $0.text(columns: room) } ?? ""), columns: room)
  }

  private static func marks(of row: ActionList.Row) -> StyledText {
    row.marks.reduce(into: "") { $0 += StyledText("◆ \($1)  ", style: .marked) }
  }

  /// The type, cut so that its cause has room.
  private static func type(of row: ActionList.Row, columns: Int = .max) -> StyledText {
    switch row.kind {
    case .action(let type, let cause):
      let cause = LogText.cause(cause)
      let room = max(4, columns - cause.count)
      let isShort = columns == .max || type.fits(columns: room)
      let shown = isShort ? type : type.prefix(columns: room - 1) + "…"
      return "\(shown, style: .bold)\(cause, style: .dim)"
    case .unfinished(let type): return "\("× " + type, style: .removed)"
    default: return ""
    }
  }

  /// A time in few characters: `+12ms`, `+3.4s`, `+5m`; none for less than a millisecond.
  private static func duration(_ milliseconds: Double) -> String {
    let units: [(lengthMs: Double, name: String)] = [
      (86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1_000, "s"),
    ]
    let size = milliseconds.magnitude
    let sign = milliseconds < 0 ? "-" : "+"
    guard let unit = units.first(where: { size >= $0.lengthMs }) else {
      return size < 1 ? "" : "\(sign)\(Int(size))ms"
    }
    let tenths = Int(min(size / unit.lengthMs, 1e6) * 10)
    let isShort = tenths < 100 && unit.name != "m"
    return "\(sign)\(tenths / 10)\(isShort ? ".\(tenths % 10)" : "")\(unit.name)"
  }
}

extension RowDetails {
  /// What the action changed: the first change whole, or the differences alone if more of them, or
  /// of their paths, have room so.
  fileprivate func text(columns: Int) -> StyledText {
    let whole = text(columns: columns, isWhole: true)
    let brief = text(columns: columns, isWhole: false)
    return brief.loss.rawValue < whole.loss.rawValue ? brief.text : whole.text
  }

  /// What a text lacks for want of room.
  private enum Loss: Int {
    case nothing, path, change
  }

  private func text(columns: Int, isWhole: Bool) -> (text: StyledText, loss: Loss) {
    var (text, loss) = (remark, Loss.nothing)
    for (index, change) in changes.enumerated() {
      let gap: StyledText = text == StyledText() ? "" : "  "
      let left = columns - text.plain.columnCount - gap.plain.count
      let shown = change.text(columns: left, isWhole: isWhole && index == 0)
      if index > 0, shown.text.plain.columnCount + 2 > left {
        return (text + StyledText(" …", style: .dim), .change)
      }
      text += gap + shown.text
      if shown.isCut { loss = .path }
    }
    return (hasMore ? text + StyledText(" …", style: .dim) : text, loss)
  }
}

extension RowChange {
  /// The change, with the end of its path if there is not more room.
  fileprivate func text(columns: Int, isWhole: Bool) -> (text: StyledText, isCut: Bool) {
    let width = sign.rawValue.count + path.columnCount + 1
    let fits = width + values.plain.columnCount <= columns
    let values = isWhole && fits ? values : brief
    let end: StyledText = values.plain.isEmpty ? "" : " " + values
    let room = max(8, columns - sign.rawValue.count - end.plain.columnCount)
    let isCut = path.columnCount > room
    let shown = isCut ? "…\(path.end(columns: room - 1))" : path
    return (StyledText(sign.rawValue, style: style) + StyledText(shown) + end, isCut)
  }

  private var style: StyledText.Style {
    switch sign {
    case .added: .added
    case .removed: .removed
    case .moved, .replaced: .dim
    }
  }
}

extension String {
  /// The end of a path that takes some columns, from a token on if there is one.
  fileprivate func end(columns: Int) -> Substring {
    let end = suffix(columns)
    return end.firstIndex(of: "/").map { end[$0...] } ?? end
  }
}
