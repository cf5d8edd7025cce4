/// Finds the parts of a text that are base64 of another text.
///
///     data: eyJ0b2tlbiI6ICJ4MXkyejMifQ==
///           └──────────────────────────┘
enum Base64Runs {
  /// The minimum length of a run; base64 of a text with a secret is longer.
  private static let bytesMin = 16

  /// Calls a closure with each run of base64 that encodes a text, and with that text, in order.
  static func forEach(
    in bytes: UnsafeBufferPointer<UInt8>,
    _ body: (_ run: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var offset = 0
    while offset < bytes.count {
      let end = bytes[offset...].firstIndex { !isBase64($0) } ?? bytes.count
      if end - offset >= bytesMin, let text = decoded(bytes[offset..<end]) {
        text.withUnsafeBufferPointer { body(offset..<end, $0) }
      }
      offset = end + 1
    }
  }

  /// Returns the run of base64 around a range of a text.
  static func run(around range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = text[..<range.lowerBound].lastIndex { !isBase64($0) }
    let end = text[range.upperBound...].firstIndex { !isBase64($0) }
    return (start.map { $0 + 1 } ?? 0)..<(end ?? text.count)
  }

  /// Decodes base64 in either alphabet; nil if a byte of the result is a control character, which
  /// no text has.
  private static func decoded(_ run: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var (bits, bitCount): (UInt32, UInt32) = (0, 0)
    for character in run {
      guard let sextet = value(of: character) else { continue }
      bits = bits << 6 | sextet
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      let byte = UInt8(truncatingIfNeeded: bits >> bitCount)
      guard byte >= 0x20 && byte != 0x7F || (0x09...0x0D).contains(byte) else { return nil }
      decoded.append(byte)
    }
    return decoded
  }

  /// Returns whether a byte is in either alphabet, or padding.
  private static func isBase64(_ byte: UInt8) -> Bool {
    value(of: byte) != nil || byte == UInt8(ascii: "=")
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
