import RexActions
import RexJSON
import RexLog

/// A recording's line filter, if it has one; without one, everything is shown as it is.
struct LineFiltering {
  let filter: (any LineFilter)?

  /// Encodes values of the app as the log's filter wants it.
  func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let filter else { return try body() }
    return try filter.whileEncoding(body)
  }

  /// A dispatch's source as the log shows it.
  func filtered(_ source: ActionSource?) -> LogSource? {
    var source = source.map(LogSource.init)
    if let info = source?.info { source?.info = filtered(info, as: .label) }
    return source
  }

  /// The text that the log shows.
  func filtered(_ json: [UInt8], as part: LinePart) -> [UInt8] {
    filter?.filter(json, as: part) ?? json
  }

  /// The document that the log shows.
  func filtered(_ json: JSON, as part: LinePart) -> JSON {
    guard let filter else { return json }
    return (try? JSON(parsing: filter.filter(json.bytes, as: part))) ?? .null
  }

  /// The string that the log shows.
  func filtered(_ text: String, as part: LinePart) -> String {
    filter?.filter(text, as: part) ?? text
  }
}
