/// The runs of characters that can be base64 or hexadecimal digits.
///
///     data: eyJ0b2tlbiI6ICJ4MXkyejMifQ==
///           └──────────────────────────┘
enum Base64Runs {
  /// Returns the run around a range of a text.
  static func run(around range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = text[..<range.lowerBound].lastIndex { !isBase64($0) }
    let end = text[range.upperBound...].firstIndex { !isBase64($0) }
    return (start.map { $0 + 1 } ?? 0)..<(end ?? text.count)
  }

  /// Returns whether a byte is in either alphabet, or padding.
  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "+-/_=".utf8.contains(byte)
    }
  }
}
