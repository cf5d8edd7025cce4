import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTerminal
import RexTimeline

/// A column of `list`.
enum ListColumn: Sendable {
  case seq, time, clock, delta, type, payload, paths, source, took, error
  /// The value at a path in the state after the action.
  case value(ValuePath)
  /// What is calculated of the states and the action.
  case calculation(Calculation)

  static var allNames: String { named.map(\.name).joined(separator: ", ") }

  fileprivate static let named: [(name: String, column: ListColumn)] = [
    ("seq", .seq), ("time", .time), ("clock", .clock), ("delta", .delta), ("type", .type),
    ("payload", .payload), ("paths", .paths), ("source", .source), ("took", .took),
    ("error", .error),
  ]

  /// The columns of a document by default.
  static let ofDocument: [ListColumn] = [.time, .type, .source, .payload, .paths]

  /// The columns by default; without some of them if a line has no room.
  static func usual(in columnCount: Int) -> [ListColumn] {
    columnCount < 60 ? [.seq, .type, .paths] : [.seq, .time, .type, .payload, .paths]
  }

  /// The columns by default of actions that are sorted by their reducers' times.
  static let ofSorted: [ListColumn] = [.seq, .time, .took, .type, .payload, .paths]

  /// The path of a value.
  var path: ValuePath? {
    if case .value(let path) = self { path } else { nil }
  }

  var calculation: Calculation? {
    if case .calculation(let calculation) = self { calculation } else { nil }
  }

  /// The text of a value or a calculation.
  var text: String? { path?.text ?? calculation?.text }

  /// The name in the first row of a table, with the unit.
  var title: String {
    switch self {
    case .time: "timeMs"
    case .delta: "deltaMs"
    case .took: "tookMs"
    default: text ?? Self.named.first { $0.column.isSame(as: self) }?.name ?? ""
    }
  }

  private func isSame(as other: ListColumn) -> Bool {
    text == nil && other.text == nil && "\(self)" == "\(other)"
  }
}

extension ValueReader<[ListColumn]> {
  /// Names of columns, paths of values and calculations, separated by commas.
  static var columns: Self {
    Self(kind: .words(ListColumn.named.map(\.name))) { text, name in
      try text.splitOutsideBrackets().map { try ListColumn($0, name) }
    }
  }
}

extension ListColumn {
  fileprivate init(_ word: String, _ option: String) throws {
    let names = Self.named.map(\.name)
    if let known = Self.named.first(where: { $0.name == word }) {
      self = known.column
    } else if word.hasPrefix("/") {
      let path = try ValueReader<ValuePath>.path.read(word, option)
      try path.checkIsSingular(option)
      self = .value(path)
    } else if let path = try? ValuePath(word), !word.isEmpty {
      self = .value(path)
    } else {
      do throws(QueryError) {
        self = .calculation(try Calculation(word))
      } catch {
        guard word.contains(where: { "$@(".contains($0) }) else {
          throw CommandError.usage(
            "\(option) takes paths, calculations and some of \(names.joined(separator: ", ")), "
              + "not \(word)",
            nearest: names.nearest(to: word) ?? Self.meant(by: word))
        }
        throw CommandError.usage("\(option), \(error.description), in \(word)")
      }
    }
  }

  /// The member that a word may stand for; its name is in quotes, since `r-6` is a difference.
  private static func meant(by word: String) -> String? {
    guard !word.isEmpty, !word.contains(where: { "'\\[]./".contains($0) }) else {
      return ValuePath.meant(by: word)
    }
    return "$['\(word)']"
  }
}

extension String {
  /// The words between commas, except for the commas in brackets and quotes, as in `$['a','b']`.
  fileprivate func splitOutsideBrackets() -> [String] {
    var (words, depth, quote, isEscaped) = ([""], 0, Character?.none, false)
    for character in self {
      if let open = quote {
        if character == open, !isEscaped { quote = nil }
        isEscaped = character == "\\" && !isEscaped
      } else {
        if "'\"".contains(character), depth > 0 { quote = character }
        if "[(".contains(character) { depth += 1 }
        if "])".contains(character) { depth -= 1 }
        if character == ",", depth <= 0 {
          words.append("")
          continue
        }
      }
      words[words.count - 1].append(character)
    }
    return words.map { String($0.drop { $0 == " " }) }
  }
}

/// How `list` lays out an action on a line.
///
///         5      2.452 s  openThread                {"id":"m-17"}     /openThread
struct ListLayout: Sendable {
  let columns: [ListColumn]
  /// The columns of a document instead of a line.
  let documentColumns: [ListColumn]
  /// The width of each column; a longer text is cut, or moves those after it.
  private let widths: [Int]
  /// The width of a line; nil if lines are not cut.
  private let lineWidth: Int?
  /// Whether texts are shown whole.
  private let isWide: Bool

  /// Whether the time since the action before is shown.
  var showsDelta: Bool { columns.contains { if case .delta = $0 { true } else { false } } }

  /// The most characters of a payload.
  var payloadCharactersMax: Int {
    isWide ? 10_000 : zip(columns, widths).map { $0.isElastic ? $1 : 0 }.max() ?? 0
  }

  /// The most characters of a payload in a document.
  var documentPayloadCharactersMax: Int { isWide ? 10_000 : 120 }

  /// A layout of columns for a terminal; for a file or a pipe without `lineWidth`.
  ///
  /// - Parameter showsClock: whether times are times of day.
  init(_ columns: [ListColumn]?, lineWidth: Int?, isWide: Bool, showsClock: Bool) {
    let usual = ListColumn.usual(in: lineWidth ?? .max)
    self.columns = (columns ?? usual).map { column in
      if case .time = column, showsClock { .clock } else { column }
    }
    let documentColumns = columns ?? ListColumn.ofDocument
    let hasClock = documentColumns.contains { if case .clock = $0 { true } else { false } }
    self.documentColumns = documentColumns + (showsClock && !hasClock ? [.clock] : [])
    (self.lineWidth, self.isWide) = (isWide ? nil : lineWidth, isWide)
    widths = Self.widths(of: self.columns, in: lineWidth)
  }

  private static func widths(of columns: [ListColumn], in lineWidth: Int?) -> [Int] {
    let isNarrow = lineWidth.map { $0 < 100 } ?? false
    let widths = columns.map { column in
      switch column {
      case .seq: 6
      case .time, .delta: 11
      case .clock: 18
      case .type: isNarrow ? 20 : 24
      case .took: 9
      case .payload: 40
      case .paths, .source, .error: 28
      case .value, .calculation: 16
      }
    }
    guard let lineWidth else { return widths }
    // The payload takes half of what the others leave of a line.
    let others = zip(columns, widths).filter { !$0.0.isElastic }.map { $0.1 + 2 }.reduce(0, +)
    return zip(columns, widths).map { column, width in
      column.isElastic ? max(12, min(60, (lineWidth - others) / 2 - 2)) : width
    }
  }

  /// The line of an action, with its line break.
  func line(of row: ListedAction) -> StyledText {
    var text = StyledText()
    for (index, column) in columns.enumerated() {
      let shown = self.text(of: column, widths[index], in: row)
      if index > 0 { text += "  " }
      let isLast = index == columns.count - 1
      switch column {
      case .seq, .time, .delta, .took: text += "\(shown.paddedLeft(to: widths[index]))"
      case .type:
        let cause = LogText.cause(row.action.cause)
        let padded = shown.padded(to: isLast ? 0 : widths[index] - cause.count)
        text += "\(padded, style: .bold)\(cause)"
      case .paths: text += "\(shown.padded(to: isLast ? 0 : widths[index]), style: .dim)"
      default: text += "\(shown.padded(to: isLast ? 0 : widths[index]))"
      }
    }
    return (lineWidth.map(text.cut) ?? text) + "\n"
  }

  private func text(of column: ListColumn, _ width: Int, in row: ListedAction) -> String {
    let action = row.action
    switch column {
    case .seq: return row.isFolded ? "\(action.seq)-\(row.last)" : String(action.seq)
    case .time: return LogText.seconds(action.timeMs)
    case .clock: return row.clock?.text(atMs: action.timeMs) ?? "(unknown)"
    case .delta: return shown(row.delta, in: row) { LogText.seconds($0.number?.double ?? 0) }
    case .type: return action.type + (row.isFolded ? " ×\(row.count)" : "")
    case .payload:
      let text = row.placeholders?.marking(row.payload) ?? row.payload
      return text.cut(to: isWide ? payloadCharactersMax : width)
    case .paths where action.result == nil: return "(unfinished)"
    case .paths: return LogText.change(action.result?.patch, isWhole: isWide, hint: " (--wide)")
    case .source: return LogText.source(action.source)
    case .took: return action.result.map { LogText.milliseconds($0.tookMs) } ?? ""
    case .error: return action.result?.error ?? ""
    case .value, .calculation:
      let text = shown(row.value(of: column), in: row) {
        LogText.value($0, marking: row.placeholders)
      }
      return isWide ? text : text.cut(to: width)
    }
  }

  private func shown(
    _ value: ShownValue, in row: ListedAction, _ text: (JSON) -> String
  ) -> String {
    switch value {
    case .value(let value, let pointer):
      text(pointer.flatMap { row.dates?.shown(value, at: $0) } ?? value)
    case .absent: LogText.value(nil)
    case .unknown: "(unknown)"
    case .redacted: "(redacted)"
    }
  }

  /// The cells of an action in a table for other programs: times in milliseconds, nothing cut.
  func cells(of row: ListedAction) -> [JSON?] {
    let action = row.action
    return columns.map { column in
      switch column {
      case .seq: .number(JSONNumber(action.seq))
      case .time: LogJSON.number(action.timeMs)
      case .clock: row.date.map(JSON.string)
      case .type: .string(action.type)
      case .payload: row.payload.isEmpty ? nil : row.payloadDocument
      case .took: action.result.map { LogJSON.number($0.tookMs) }
      case .error: action.result?.error.map(JSON.string)
      case .paths, .source: .string(text(of: column, 0, in: row))
      case .delta, .value, .calculation:
        switch row.value(of: column) {
        case .value(let value, let pointer):
          pointer.flatMap { row.dates?.shown(value, at: $0) } ?? value
        case .absent: nil
        case .unknown: .string("(unknown)")
        case .redacted: .string("(redacted)")
        }
      }
    }
  }
}

extension ListColumn {
  /// Whether its width depends on that of the line.
  fileprivate var isElastic: Bool {
    switch self {
    case .payload, .paths: true
    default: false
    }
  }
}

extension String {
  /// The text, cut to a number of columns.
  func cut(to columnsMax: Int) -> String {
    fits(columns: columnsMax) ? self : prefix(columns: columnsMax - 1) + "…"
  }
}
