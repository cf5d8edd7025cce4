import RexJSON
import RexLog
import RexQuestions
import RexTimeline

/// The operations of a recorded patch and of the one that a reducer produced now.
///
///       patch       remove /items/1
///                 - replace /totalCents  6150
///                 + replace /totalCents  4350
struct PatchDifferenceText {
  private var rows: [(mark: String, operation: JSON)] = []

  /// The most rows shown; further ones are counted.
  private static let shownMax = 8

  /// Compares two patches.
  init(_ recorded: JSON, _ reduced: JSON) {
    let (recorded, reduced) = (recorded.array ?? [], reduced.array ?? [])
    let (before, after) = (Set(recorded), Set(reduced))
    var others = reduced.filter { !before.contains($0) }
    for operation in recorded {
      rows.append((after.contains(operation) ? " " : "-", operation))
      // The operation in its place.
      guard !after.contains(operation),
        let index = others.firstIndex(where: { $0["path"] == operation["path"] })
      else { continue }
      rows.append(("+", others.remove(at: index)))
    }
    rows += others.map { ("+", $0) }
  }

  func lines(marking placeholders: LogPlaceholders?) -> [String] {
    // What differs comes first if not all is shown.
    let isLong = rows.count > Self.shownMax
    let shown =
      isLong ? rows.filter { $0.mark != " " } + rows.filter { $0.mark == " " } : rows
    var lines = shown.prefix(Self.shownMax).enumerated().map { index, row in
      (index == 0 ? "  patch     " : "            ") + row.mark + " "
        + Self.text(of: row.operation, placeholders)
    }
    if isLong {
      lines.append("            … and \(rows.count - Self.shownMax) more (verify --json)")
    }
    return lines
  }

  private static func text(of operation: JSON, _ placeholders: LogPlaceholders?) -> String {
    let path = operation["path"]?.string.flatMap { JSONPointer($0) } ?? JSONPointer()
    var text = "\(operation["op"]?.string ?? "") \(LogText.path(path))"
    if let from = operation["from"]?.string { text += "  from \(from)" }
    if let value = operation["value"] {
      text += "  \(LogText.value(value, marking: placeholders))"
    }
    return text
  }
}
