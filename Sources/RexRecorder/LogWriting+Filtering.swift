import RexJSON
import RexLog

extension LogWriting {
  /// The text that the log shows.
  func filtered(_ json: [UInt8], as part: LinePart) -> [UInt8] {
    configuration.lineFilter?.filter(json, as: part) ?? json
  }

  /// The document that the log shows.
  func filtered(_ json: JSON, as part: LinePart) -> JSON {
    guard let filter = configuration.lineFilter else { return json }
    return (try? JSON(parsing: filter.filter(json.bytes, as: part))) ?? .null
  }

  /// The string that the log shows.
  func filtered(_ text: String, as part: LinePart) -> String {
    guard configuration.lineFilter != nil else { return text }
    return filtered(JSON.string(text), as: part).string ?? ""
  }
}
