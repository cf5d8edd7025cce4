package import RexJSON
import RexLog

/// Formats what is unusual, as a table of rows, and the figures of the types.
///
///     2408  1 of 249  holdExpired  late /hold: 2404 pickSlot changed it after the cause, 2395
///
/// A line leads to the first of its actions.
package struct UnusualText {
  private let answer: UnusualActions

  package init(_ answer: UnusualActions) { self.answer = answer }

  /// The widest type; what follows a longer one is moved.
  private static let typeWidthMax = 24

  /// The lines of the rows, and without other logs those of the types.
  ///
  /// - Parameters:
  ///   - countMax: the most rows of each.
  ///   - hint: how to see the others.
  ///   - isWide: whether all changes of a whole action are told.
  package func lines(
    atMost countMax: Int, hint: StyledText = "", isWide: Bool = false
  ) -> [StyledLine] {
    let lines = rowLines(atMost: countMax, hint, isWide)
    guard answer.besideLogCount == 0, !answer.types.isEmpty else { return lines }
    return lines + [StyledLine("")] + typeLines(atMost: countMax, hint)
  }

  private func rowLines(
    atMost countMax: Int, _ hint: StyledText, _ isWide: Bool
  ) -> [StyledLine] {
    let rows = answer.rows.prefix(countMax)
    let types = rows.map { StyledText($0.type).plain.count }
    let (seqs, counts) = (rows.map(\.shownSeqs.count), rows.map(\.counts.count))
    let widths = (seqs: seqs.max() ?? 0, counts: counts.max() ?? 0, type: types.max() ?? 0)
    var lines = [StyledLine(heading)]
    for (row, type) in zip(rows, types) {
      let rest = max(0, min(widths.type, Self.typeWidthMax) - type)
      let text: StyledText = """
          \(row.shownSeqs.filled(to: widths.seqs))  \(row.counts.filled(to: widths.counts))  \
        \(row.type, style: .bold)\("".filled(to: rest))  \(row.what.text(isWide: isWide))
        """
      lines.append(StyledLine(text, seq: row.seqs.first))
    }
    let moreCount = answer.rows.count - rows.count
    if moreCount > 0 { lines.append(StyledLine("  … and \(moreCount) more" + hint)) }
    return lines
  }

  private var heading: StyledText {
    guard answer.besideLogCount > 0 else {
      return answer.rows.isEmpty ? "nothing is rare" : "rare (of the type's actions):"
    }
    let logs = LogText.count(answer.besideLogCount, "other log")
    return answer.rows.isEmpty
      ? "nothing is only here, and not in \(logs)"
      : "only here, not in \(logs) (of the type's actions here, there):"
  }

  /// The lines of the types: how long they took, and how much they changed.
  private func typeLines(atMost countMax: Int, _ hint: StyledText) -> [StyledLine] {
    let header = [
      "type", "count", "ms: median", "largest", "sum", "first 10%", "last 10%", "bytes: sum",
      "first 10%", "last 10%",
    ]
    let rows = answer.types.prefix(countMax).map { type in
      let figures = type.figures
      let times = [
        figures.medianMs, figures.largestMs, figures.all.timedCount > 0 ? figures.all.ms : nil,
        figures.first.meanMs, figures.last.meanMs,
      ]
      let sizes = [figures.all.bytes, figures.first.meanBytes, figures.last.meanBytes]
      return [StyledText(type.type).plain, String(figures.all.count)]
        + times.map { $0.map(Self.shown) ?? "-" } + sizes.map { $0.map(String.init) ?? "-" }
    }
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    var lines = ([header] + rows).map { row in
      let cells = zip(row, widths).enumerated().map { index, cell in
        index == 0 ? cell.0.filled(to: cell.1) : cell.0.filledLeft(to: cell.1)
      }
      return StyledLine(StyledText(cells.joined(separator: "  ")))
    }
    let moreCount = answer.types.count - rows.count
    if moreCount > 0 {
      lines.append(StyledLine("… and \(LogText.count(moreCount, "more type"))" + hint))
    }
    return lines
  }

  private static func shown(_ ms: Double) -> String {
    String(LogText.milliseconds(ms).dropLast(3))
  }
}

extension UnusualActions.Row {
  fileprivate var shownSeqs: String {
    seqs.map(String.init).joined(separator: " ") + (count > seqs.count ? " …" : "")
  }

  fileprivate var counts: String {
    "\(count) of \(typeCount)" + (besideCount.map { ", 0 of \($0)" } ?? "")
  }
}

extension UnusualActions.What {
  /// The most changes that are told of a whole action.
  private static var changesMax: Int { 4 }

  func text(isWide: Bool) -> StyledText {
    switch self {
    case .type: return "the type itself"
    case .kind(let kind): return kind.text
    case .late(let kind, let missed):
      return """
        late \(kind.shownPath): \(missed.seq) \(missed.type) changed it after the cause, \
        \(missed.cause)
        """
    case .exactly(let kinds):
      let shown = kinds.prefix(isWide ? .max : Self.changesMax).map(\.text.plain)
      let rest = kinds.count > shown.count ? ", and \(kinds.count - shown.count) more" : ""
      return "only " + StyledText(shown.joined(separator: ", ") + rest)
    }
  }
}

extension ChangeKind {
  fileprivate var shownPath: String { path.isEmpty ? "(the whole state)" : path }

  fileprivate var text: StyledText {
    verb == .nothing ? "changed nothing" : "\(verb.rawValue) \(shownPath)"
  }
}

extension String {
  fileprivate func filled(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func filledLeft(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

/// The answer as documents, one for each row, and without other logs one for each type.
extension UnusualActions {
  package var documents: [JSON] {
    rows.map(\.json) + (besideLogCount == 0 ? types.map(\.json) : [])
  }
}

extension UnusualActions.Row {
  package var json: JSON {
    var (what, path, changes) = (String?.none, String?.none, [JSON]?.none)
    var missed: MissedChange?
    switch self.what {
    case .type: what = "type"
    case .kind(let kind): (what, path) = (kind.verb.rawValue, kind.path)
    case .late(let kind, let change): (what, path, missed) = ("late", kind.path, change)
    case .exactly(let kinds):
      what = "exactly"
      changes = kinds.map {
        LogJSON.object(["what": .string($0.verb.rawValue), "path": .string($0.path)])
      }
    }
    return LogJSON.object([
      "type": .string(type), "what": what.map(JSON.string), "path": path.map(JSON.string),
      "changes": changes.map(JSON.array), "seqs": .array(seqs.map { LogJSON.number($0) }),
      "count": LogJSON.number(count), "of": LogJSON.number(typeCount),
      "besideOf": besideCount.map { LogJSON.number($0) },
      "cause": missed.map { LogJSON.number($0.cause) },
      "changedBy": missed.map { LogJSON.number($0.seq) },
      "changedByType": missed.map { .string($0.type) },
    ])
  }
}

extension UnusualActions.TypeRow {
  package var json: JSON {
    /// Rounded to microseconds, as times are in logs.
    func json(_ ms: Double?) -> JSON? {
      ms.map { LogJSON.number(($0 * 1000).rounded() / 1000) }
    }
    func part(_ sum: TypeFigures.Sum) -> JSON {
      LogJSON.object([
        "count": LogJSON.number(sum.count), "meanMs": json(sum.meanMs),
        "meanBytes": sum.meanBytes.map { LogJSON.number($0) },
      ])
    }
    let all = figures.all
    return LogJSON.object([
      "type": .string(type), "count": LogJSON.number(all.count),
      "medianMs": json(figures.medianMs),
      "largestMs": json(figures.largestMs),
      "sumMs": json(all.timedCount > 0 ? all.ms : nil),
      "bytes": LogJSON.number(all.bytes), "firstTenth": part(figures.first),
      "lastTenth": part(figures.last),
    ])
  }
}
