import Foundation
import RexJSON

/// The name of a session's folder.
///
///     0042-20260301T121530Z-812-6F9B2C4E
///     ───┬ ───────┬──────── ─┬─ ───┬────
///     number      start    build   the first characters of the session's ID
///
/// The number is one higher than that of the previous session, so that the order of launches is
/// known even if the clock was set back.
struct SessionName: Equatable {
  let number: Int
  let start: Date
  let build: String?
  let text: String

  /// The limit on the characters of a build.
  private static let buildLengthMax = 32
  private static let idLength = 8
  /// The limit on a number's digits; names with longer numbers are not sessions.
  private static let digitsMax = 15

  init(number: Int, start: Date, build: String?, sessionID: String) {
    (self.number, self.start) = (number, start)
    self.build = build.map { $0.nameText(lengthMax: Self.buildLengthMax) }
    let parts = [
      String(number).zeroPadded(to: 4), start.formatted(Self.style), self.build,
      sessionID.nameText(lengthMax: Self.idLength),
    ]
    text = parts.compactMap(\.self).joined(separator: "-")
  }

  /// Parses a name; nil if it is not a session's name.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count), (4...Self.digitsMax).contains(parts[0].utf8.count),
      parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[0]),
      let start = try? Date(String(parts[1]), strategy: Self.style),
      // The strategy ignores what follows the date.
      start.formatted(Self.style) == parts[1],
      parts[2...].allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isNameByte) })
    else { return nil }
    (self.number, self.start, self.text) = (number, start, text)
    build = parts.count == 4 ? String(parts[2]) : nil
  }

  private static var style: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(
      dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted,
      timeZoneSeparator: .omitted, includingFractionalSeconds: false)
  }
}

extension String {
  /// Returns the text shortened, without hyphens, and with `_` for bytes not allowed in names.
  fileprivate func nameText(lengthMax: Int) -> String {
    let bytes = utf8.filter { $0 != UInt8(ascii: "-") }.prefix(lengthMax)
    let text = String(decoding: bytes.map { $0.isNameByte ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    return text.isEmpty ? "_" : text
  }
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }
}
