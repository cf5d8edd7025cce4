/// The parts of a text that are a text in base64.
///
///     data: eyJ0b2tlbiI6ICJ4MXkyejMifQ==
///           └──────────────────────────┘
enum EncodedRuns {
  /// What was a text with a secret's shape is longer than that in base64.
  private static let bytesMin = 16

  /// The runs of base64 that are texts, with what each says, from left to right.
  static func texts(
    in bytes: [UInt8], work: inout Int, _ body: (_ run: Range<Int>, _ text: [UInt8]) -> Void
  ) {
    guard bytes.count >= bytesMin else { return }
    var scan = TextScan(bytes)
    var offset = 0
    while offset < bytes.count {
      let start = scan.end(of: notBase64, from: offset)
      offset = scan.end(of: .base64, from: start)
      guard offset - start >= bytesMin, let text = scan.text(ofBase64: start..<offset) else {
        continue
      }
      body(start..<offset, text)
    }
    work += scan.work
  }

  private static let notBase64 = ByteSet.base64.inverted

  /// The run of base64 that some of a text stands in.
  static func run(around range: Range<Int>, in text: [UInt8]) -> Range<Int> {
    let start = text[..<range.lowerBound].lastIndex { !ByteSet.base64.contains($0) }
    let end = text[range.upperBound...].firstIndex { !ByteSet.base64.contains($0) }
    return (start.map { $0 + 1 } ?? 0)..<(end ?? text.count)
  }
}

extension TextScan {
  /// What base64 in either alphabet says; nil where a byte of it is no text's.
  fileprivate mutating func text(ofBase64 run: Range<Int>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for offset in run {
      let value = sextet(text[offset])
      guard value < 64 else { continue }
      bits = bits &<< 6 | UInt32(value)
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      let byte = UInt8(truncatingIfNeeded: bits &>> UInt32(bitCount))
      if byte < 0x20 && !byte.isSpace || byte == 0x7F {
        work += offset - run.lowerBound
        return nil
      }
      bytes.append(byte)
    }
    work += run.count
    return bytes
  }

  /// The value of a character of base64; 64 for padding.
  private func sextet(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: 64
    }
  }
}
