package import RexJSON

/// Formats parts of a log for commands and errors.
package enum LogText {
  /// The number of Unicode scalars at which a value is truncated to fit on a line.
  package static let valueScalarsMax = 100

  /// A value on one line, truncated if long.
  package static func value(_ json: JSON?) -> String {
    guard let json else { return "(nothing)" }
    return cut(String(decoding: json.bytes(atMost: valueBytesMax), as: UTF8.self))
  }

  /// As many bytes as have more scalars than are shown.
  package static let valueBytesMax = 4 * (valueScalarsMax + 1)

  /// A text on one line, truncated if long.
  package static func cut(_ text: String) -> String {
    guard text.unicodeScalars.count > valueScalarsMax else { return text }
    return text.prefix(scalars: valueScalarsMax - 1) + "…"
  }
}
