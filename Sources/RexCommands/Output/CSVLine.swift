import RexJSON
import RexQuestions

/// A row of a table as comma-separated values (RFC 4180), on one line.
struct CSVLine {
  /// The cells: texts are written without quotes of their own, other values as JSON.
  var cells: [JSON?]

  /// The line; control characters are escaped, as in all texts of a log.
  var text: StyledText {
    StyledText(cells.map(Self.text).joined(separator: ",")) + "\n"
  }

  private static func text(of cell: JSON?) -> String {
    guard let cell else { return "" }
    var text = cell.string ?? cell.description
    // A spreadsheet would take the text for a formula (OWASP, CSV Injection).
    // By bytes, since with an accent behind it, a comma is another character.
    if cell.string != nil, let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) {
      text = "'" + text
    }
    guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
    let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    return "\"\(parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\"\""))\""
  }
}

/// How a table is printed.
enum TableFormat: String, CaseIterable, Sendable {
  case text, csv
}

extension ValueReader<TableFormat> {
  static var format: Self {
    let names = TableFormat.allCases.map(\.rawValue)
    return Self(kind: .words(names)) { text, name in
      guard let format = TableFormat(rawValue: text) else {
        throw CommandError.usage(
          "\(name) takes \(names.joined(separator: " or ")), not \(text)",
          nearest: text == "json" ? "--json" : names.nearest(to: text))
      }
      return format
    }
  }
}

extension Options {
  static let format = Option(
    "--format", "FORMAT", .format, default: .text, shown: "text", "text, or csv for a spreadsheet"
  ).conflicting(with: "--json")
}
