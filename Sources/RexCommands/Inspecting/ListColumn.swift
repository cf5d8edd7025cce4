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
  case seq, time, type, payload, paths, source, took, error
  /// The value at a path in the state after the action.
  case value(ValuePath)

  static var allNames: String { named.map(\.name).joined(separator: ", ") }

  fileprivate static let named: [(name: String, column: ListColumn)] = [
    ("seq", .seq), ("time", .time), ("type", .type), ("payload", .payload), ("paths", .paths),
    ("source", .source), ("took", .took), ("error", .error),
  ]

  /// The columns of a document by default.
  static let ofDocument: [ListColumn] = [.time, .type, .source, .payload, .paths]

  /// The columns by default; without some of them if a line has no room.
  static func usual(in columnCount: Int) -> [ListColumn] {
    columnCount < 60 ? [.seq, .type, .paths] : [.seq, .time, .type, .payload, .paths]
  }

  /// The path of a value.
  var path: ValuePath? {
    if case .value(let path) = self { path } else { nil }
  }
}

extension ValueReader<[ListColumn]> {
  /// Names of columns and paths of values, separated by commas.
  static var columns: Self {
    Self(kind: .words(ListColumn.named.map(\.name))) { text, name in
      let names = ListColumn.named.map(\.name)
      return try text.splitOutsideBrackets().map { word in
        if let known = ListColumn.named.first(where: { $0.name == word }) { return known.column }
        guard word.hasPrefix("$") || word.hasPrefix("/") else {
          throw CommandError.usage(
            "\(name) takes paths and some of \(names.joined(separator: ", ")), not \(word)",
            nearest: names.nearest(to: word))
        }
        return .value(try ValueReader<ValuePath>.path.read(word, name))
      }
    }
  }
}

extension String {
  /// The words between commas, except for the commas in brackets, as in `$['a','b']`.
  fileprivate func splitOutsideBrackets() -> [String] {
    var (words, depth) = ([""], 0)
    for character in self {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == ",", depth <= 0 {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words
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

  /// The most characters of a payload.
  var payloadCharactersMax: Int {
    isWide ? 10_000 : zip(columns, widths).map { $0.isElastic ? $1 : 0 }.max() ?? 0
  }

  /// The most characters of a payload in a document.
  var documentPayloadCharactersMax: Int { isWide ? 10_000 : 120 }

  /// A layout of columns for a terminal; for a file or a pipe without `lineWidth`.
  init(_ columns: [ListColumn]?, lineWidth: Int?, isWide: Bool) {
    self.columns = columns ?? ListColumn.usual(in: lineWidth ?? .max)
    documentColumns = columns ?? ListColumn.ofDocument
    (self.lineWidth, self.isWide) = (isWide ? nil : lineWidth, isWide)
    widths = Self.widths(of: self.columns, in: lineWidth)
  }

  private static func widths(of columns: [ListColumn], in lineWidth: Int?) -> [Int] {
    let isNarrow = lineWidth.map { $0 < 100 } ?? false
    let widths = columns.map { column in
      switch column {
      case .seq: 6
      case .time: 11
      case .type: isNarrow ? 20 : 24
      case .took: 9
      case .payload: 40
      case .paths, .source, .error: 28
      case .value: 16
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
      case .seq, .time, .took: text += "\(shown.paddedLeft(to: widths[index]))"
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
    case .seq: return String(action.seq)
    case .time: return LogText.seconds(action.timeMs)
    case .type: return action.type
    case .payload:
      let text = row.placeholders?.marking(row.payload) ?? row.payload
      return text.cut(to: isWide ? payloadCharactersMax : width)
    case .paths where action.result == nil: return "(unfinished)"
    case .paths: return LogText.change(action.result?.patch, isWhole: isWide, hint: " (--wide)")
    case .source: return LogText.source(action.source)
    case .took: return action.result.map { LogText.milliseconds($0.tookMs) } ?? ""
    case .error: return action.result?.error ?? ""
    case .value(let path):
      guard let value = row.values?[path.text] else { return "(unknown)" }
      let shown = value.map { value in
        path.pointer.flatMap { row.dates?.shown(value, at: $0) } ?? value
      }
      let text = LogText.value(shown, marking: row.placeholders)
      return isWide ? text : text.cut(to: width)
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

/// An action, as `list` prints it.
struct ListedAction: CommandResult {
  let action: LogAction
  /// The beginning of the payload.
  let payload: String
  /// The values of the columns with a path, by its text; nil where the state is unknown.
  let values: [String: JSON?]?
  let layout: ListLayout
  let placeholders: LogPlaceholders?
  let dates: LogDates?

  var text: StyledText { layout.line(of: self) }

  func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(action.seq, forKey: .seq)
    for column in layout.documentColumns {
      switch column {
      case .time: try document.encode(action.timeMs, forKey: .timeMs)
      case .type:
        try document.encode(action.type, forKey: .type)
        try document.encodeIfPresent(action.cause, forKey: .cause)
      case .payload where !payload.isEmpty:
        try document.encode(payloadDocument, forKey: .payload)
      // Null if the patch is not recorded.
      case .paths:
        try document.encode(action.result?.patch?.operations.map(\.path), forKey: .paths)
      case .source: try document.encodeIfPresent(action.source, forKey: .source)
      case .took: try document.encodeIfPresent(action.result?.tookMs, forKey: .tookMs)
      case .seq, .payload, .error, .value: break
      }
    }
    try document.encodeIfPresent(action.result?.error, forKey: .error)
    if action.result == nil { try document.encode(true, forKey: .unfinished) }
    if let values, !values.isEmpty {
      try document.encode(values.compactMapValues(\.self), forKey: .values)
    }
  }

  /// The payload; of a long one, and of one that is not encoded, the beginning of its text.
  private var payloadDocument: JSON {
    let excerpt = payload.cut(to: layout.documentPayloadCharactersMax)
    guard action.shown != nil, excerpt == payload,
      let value = try? JSON(parsing: payload, limits: LineLimits.json)
    else { return .string(excerpt) }
    return value
  }

  private enum CodingKeys: CodingKey {
    case seq, timeMs, type, cause, payload, paths, source, tookMs, error, unfinished, values
  }
}

extension ActionLine {
  /// The beginning of the payload, without what only repeats the type: `{"id":"m-17"}` of
  /// `{"openThread":{"id":"m-17"}}`, and `3` of `{"cart":{"_0":{"add":{"_0":3}}}}`.
  ///
  /// In a short payload, dates are texts.
  func payloadExcerpt(
    of action: LogAction, charactersMax: Int, _ dates: LogDates?
  ) -> String {
    guard let payload = shown else { return action.payload.opaque ?? "" }
    var keys = TypeKeys(action.type)
    // Most characters are at most four bytes in UTF-8.
    let bytesMax = charactersMax * 4 + action.type.utf8.count + 16
    guard payload.count > bytesMax else {
      guard var value = try? JSON(parsing: payload, limits: LineLimits.json) else { return "" }
      value = dates?.shown(payload: value) ?? value
      while let member = value.object?.first, value.object?.count == 1, keys.take(member.key) {
        value = member.value
      }
      return value.object?.isEmpty == true ? "" : value.description
    }
    var text = payload.prefix(bytesMax)
    while let key = keys.next.first(where: { text.starts(with: "{\(JSON.string($0)):".utf8) }) {
      text = text.dropFirst("{\(JSON.string(key)):".utf8.count)
      _ = keys.take(key)
    }
    return String(decoding: text.withoutCutScalar, as: UTF8.self) + "…"
  }
}

/// The keys around the payload of an action, which its type repeats: those of nested enums.
private struct TypeKeys {
  private var rest: ArraySlice<Substring>

  init(_ type: String) { rest = type.split(separator: ".")[...] }

  /// The keys that may come next; `_0` stands for a value without a label.
  var next: [String] { [rest.joined(separator: "."), String(rest.first ?? "_0"), "_0"] }

  /// Goes on after a key; false if it is not one of the type's.
  mutating func take(_ key: String) -> Bool {
    if key == rest.joined(separator: "."), !rest.isEmpty {
      rest = []
    } else if let first = rest.first, key == first {
      rest.removeFirst()
    } else if key != "_0" {
      return false
    }
    return true
  }
}

extension String {
  /// The text, cut to a number of columns.
  func cut(to columnsMax: Int) -> String {
    fits(columns: columnsMax) ? self : prefix(columns: columnsMax - 1) + "…"
  }
}
