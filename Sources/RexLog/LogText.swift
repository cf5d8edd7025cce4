package import RexJSON

/// Pieces of a log in words, as commands and errors show them.
package enum LogText {
  /// Values longer than this are cut where a line must stay a line.
  package static let valueCharactersMax = 100

  /// A value on one line, cut when it is long.
  package static func value(_ json: JSON?) -> String {
    guard let json else { return "(nothing)" }
    let bytes = json.bytes(atMost: beginningBytesMax)
    let beginning = String(decoding: bytes, as: UTF8.self)
    // What is cut off may end the last character that is there.
    guard bytes.count == beginningBytesMax, beginning.count <= valueCharactersMax + 1 else {
      return cut(beginning)
    }
    return cut(json.description)
  }

  /// Of most values that are cut, their characters that are shown are within so many bytes.
  private static let beginningBytesMax = 4096

  /// A text on one line, cut when it is long.
  package static func cut(_ text: String) -> String {
    guard text.count > valueCharactersMax else { return text }
    return text.prefix(valueCharactersMax - 1) + "…"
  }

  /// A path; the whole state is `/` in words.
  package static func path(_ pointer: JSONPointer) -> String {
    pointer.tokens.isEmpty ? "(the whole state)" : pointer.description
  }

  /// Milliseconds as seconds: `12.345 s`.
  package static func seconds(_ milliseconds: Double) -> String {
    let thousandths = Int(max(0, min(milliseconds, 1e15)).rounded())
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    return "\(whole).\(String(1000 + rest).dropFirst()) s"
  }

  /// A place in an app's source: `Chat/ChatView.swift:42`.
  package static func source(_ source: LogSource?) -> String {
    source.map { "\($0.file):\($0.line)" + ($0.info.map { " \($0)" } ?? "") } ?? ""
  }

  /// A number of things: `1 action`, `2 actions`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
