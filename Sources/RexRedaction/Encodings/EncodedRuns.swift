/// Finds the parts of a text that are base64 of another text.
///
///     data: eyJ0b2tlbiI6ICJ4MXkyejMifQ==
///           └──────────────────────────┘
enum EncodedRuns {
  /// The minimum length of a run; base64 of a text with a secret is longer.
  static let bytesMin = 16

  /// Passes each base64 run that encodes a text, with that text, to a closure, from left to right.
  static func texts(
    in bytes: UnsafeBufferPointer<UInt8>, work: inout Int,
    _ body: (_ run: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard bytes.count >= bytesMin else { return }
    var scan = TextScan(bytes)
    var offset = 0
    while let run = nextRun(in: &scan, from: offset) {
      offset = run.upperBound
      let end = endOfText(inBase64: run, of: bytes)
      scan.work += end - run.lowerBound
      guard end == offset else { continue }
      text(ofBase64: run, of: bytes).withUnsafeBufferPointer { body(run, $0) }
    }
    work += scan.work
  }

  /// Returns the next run that is long enough; no run may continue across `offset`.
  ///
  /// Checks the last of every `bytesMin` bytes first, which skips most other text.
  private static func nextRun(in scan: inout TextScan, from offset: Int) -> Range<Int>? {
    let text = scan.text
    var start = offset
    while start + bytesMin <= text.count {
      let last = start + bytesMin - 1
      var first = last
      while first >= start, ByteSet.base64.contains(text[first]) { first -= 1 }
      scan.work += last - first + 1
      if first < start {
        return start..<scan.end(of: .base64, from: last)
      }
      start = first + 1
    }
    return nil
  }

  /// Returns the run of base64 around a range of a text.
  static func run(around range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = text[..<range.lowerBound].lastIndex { !ByteSet.base64.contains($0) }
    let end = text[range.upperBound...].firstIndex { !ByteSet.base64.contains($0) }
    return (start.map { $0 + 1 } ?? 0)..<(end ?? text.count)
  }

  /// Returns where a run first decodes to a control character, which no text has; else its end.
  static func endOfText(
    inBase64 run: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    sextets.withUnsafeBufferPointer { sextets in
      var bits: UInt32 = 0
      var bitCount = 0
      for offset in run {
        let value = sextets[Int(bytes[offset])]
        guard value < 64 else { continue }
        bits = bits &<< 6 | UInt32(value)
        bitCount &+= 6
        guard bitCount >= 8 else { continue }
        bitCount &-= 8
        let byte = UInt8(truncatingIfNeeded: bits &>> UInt32(bitCount))
        if byte < 0x20 && !byte.isSpace || byte == 0x7F { return offset }
      }
      return run.upperBound
    }
  }

  private static func text(
    ofBase64 run: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(run.count / 4 * 3 + 3)
    var bits: UInt32 = 0
    var bitCount = 0
    for offset in run {
      let value = sextets[Int(bytes[offset])]
      guard value < 64 else { continue }
      bits = bits &<< 6 | UInt32(value)
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      text.append(UInt8(truncatingIfNeeded: bits &>> UInt32(bitCount)))
    }
    return text
  }

  /// The values of the characters of both alphabets; 64 for padding and all other bytes.
  private static let sextets: [UInt8] = (0...UInt8.max).map { character in
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
