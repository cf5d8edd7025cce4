import RexDiff
import RexJSON
import RexLog
import RexQuestions

/// Prints the rows of a listing: as they come, folded where they repeat, or sorted.
struct ListOutput {
  private let call: CommandCall
  private let layout: ListLayout
  private let format: TableFormat
  private let isFolded: Bool
  /// The rows with the largest times, the largest first; nil if they are not sorted.
  private var slowest: [(tookMs: Double, text: StyledText)]?
  /// How many rows are not among them.
  private var leftOutCount = 0
  /// The row that the next one may repeat.
  private var pending: ListedAction?

  /// The most rows that are kept to sort them.
  private static let sortedMax = 1000

  /// Prints the first row of a table for other programs.
  init(
    _ call: CommandCall, _ layout: ListLayout, _ format: TableFormat, isFolded: Bool, isSorted: Bool
  ) {
    (self.call, self.layout, self.format, self.isFolded) = (call, layout, format, isFolded)
    slowest = isSorted ? [] : nil
    guard format == .csv else { return }
    let titles = layout.columns.map(\.title) + (isFolded ? ["last", "count"] : [])
    call.environment.print(CSVLine(cells: titles.map(JSON.string)).text)
  }

  mutating func add(_ row: ListedAction) {
    if slowest != nil { return sort(row) }
    guard isFolded else { return call.environment.print(text(of: row)) }
    if let last = pending, last.isRepeated(by: row) {
      pending?.count += 1
      pending?.last = row.action.seq
      return
    }
    endFold()
    pending = row
    pending?.last = row.action.seq
  }

  /// Prints the row that nothing repeats any more.
  mutating func endFold() {
    if let row = pending.take() { call.environment.print(text(of: row)) }
  }

  /// Prints what waits for the end.
  mutating func finish() {
    endFold()
    for row in slowest ?? [] { call.environment.print(row.text) }
    guard leftOutCount > 0 else { return }
    call.environment.printError("\(LogText.count(leftOutCount, "faster action")) not shown\n")
  }

  private mutating func sort(_ row: ListedAction) {
    guard let rows = slowest else { return }
    let tookMs = row.action.result?.tookMs ?? -1
    let index = rows.partitioningIndex { $0.tookMs < tookMs }
    if rows.count == Self.sortedMax {
      leftOutCount += 1
      guard index < rows.count else { return }
      slowest?.removeLast()
    }
    let text = text(of: row)
    slowest?.insert((tookMs, text), at: index)
  }

  private func text(of row: ListedAction) -> StyledText {
    if call.wantsJSON { return row.documentText }
    guard format == .csv else { return row.text }
    var cells = layout.cells(of: row)
    if isFolded { cells += [row.last, row.count].map { .number(JSONNumber($0)) } }
    return CSVLine(cells: cells).text
  }
}

extension ListedAction {
  /// Whether another action, which follows this one, has the same type and changed the same paths;
  /// elements of an array are the same.
  fileprivate func isRepeated(by other: ListedAction) -> Bool {
    func failed(_ action: LogAction) -> Bool { action.result?.error != nil }
    return action.type.hasSameBytes(as: other.action.type)
      && (action.result == nil) == (other.action.result == nil)
      && failed(action) == failed(other.action)
      && action.result?.patch?.foldedPaths == other.action.result?.patch?.foldedPaths
  }
}

extension JSONPatch {
  /// The paths of the operations, with `*` for the index of an element.
  fileprivate var foldedPaths: [[String]] {
    operations.map { $0.path.tokens.map { JSONPointer.isArrayPosition($0) ? "*" : $0 } }
  }
}

/// What a list can be sorted by.
enum ListSorting: String, CaseIterable, Sendable {
  case took
}

extension ValueReader<ListSorting> {
  static var sorting: Self {
    Self(kind: .words(ListSorting.allCases.map(\.rawValue))) { text, name in
      guard let column = ListSorting(rawValue: text) else {
        throw CommandError.usage("\(name) takes took, not \(text)")
      }
      return column
    }
  }
}
