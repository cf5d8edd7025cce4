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
    var text: [UInt8] = []
    while let run = nextRun(in: &scan, from: offset) {
      offset = run.upperBound
      scan.work += run.count
      guard beginsText(inBase64: run, of: bytes) else { continue }
      if text.count < run.count { text = [UInt8](repeating: 0, count: max(run.count, 1024)) }
      text.withUnsafeMutableBufferPointer { text in
        if let count = decode(run, of: bytes, into: text) {
          body(run, UnsafeBufferPointer(rebasing: text[..<count]))
        }
      }
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

  /// Returns whether the beginning of a run of base64 decodes to text.
  static func beginsText(
    inBase64 run: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: beginningBytesMax) { text in
      guard let count = decode(run.prefix(beginningBytesMax), of: bytes, into: text) else {
        return false
      }
      // Decoding replaces what is not UTF-8. The last character may be incomplete here.
      let complete = text[..<max(0, count - 3)]
      return String(decoding: text[..<count], as: UTF8.self).utf8.starts(with: complete)
    }
  }

  /// Other data is almost never UTF-8 without control characters for so many bytes.
  private static let beginningBytesMax = 64

  /// Decodes a run of base64, in either alphabet, into a buffer of at least the run's length.
  ///
  /// Returns the number of bytes; nil if one of them is a control character, which no text has.
  private static func decode(
    _ run: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>,
    into text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    sextets.withUnsafeBufferPointer { sextets in
      var (bits, bitCount, count): (UInt32, UInt32, Int) = (0, 0, 0)
      var offset = run.lowerBound
      while offset < run.upperBound {
        if bitCount == 0, offset &+ 4 <= run.upperBound {
          let group =
            sextets[Int(bytes[offset])] &<< 18 | sextets[Int(bytes[offset &+ 1])] &<< 12
            | sextets[Int(bytes[offset &+ 2])] &<< 6 | sextets[Int(bytes[offset &+ 3])]
          if group < 1 << 24 {
            guard isText(group) else { return nil }
            text[count] = UInt8(truncatingIfNeeded: group &>> 16)
            text[count &+ 1] = UInt8(truncatingIfNeeded: group &>> 8)
            text[count &+ 2] = UInt8(truncatingIfNeeded: group)
            count &+= 3
            offset &+= 4
            continue
          }
        }
        let sextet = sextets[Int(bytes[offset])]
        offset &+= 1
        guard sextet < 64 else { continue }
        bits = bits &<< 6 | sextet
        bitCount &+= 6
        guard bitCount >= 8 else { continue }
        bitCount &-= 8
        let byte = UInt8(truncatingIfNeeded: bits &>> bitCount)
        guard isText(byte) else { return nil }
        text[count] = byte
        count &+= 1
      }
      return count
    }
  }

  /// Returns whether each of three bytes can be part of a text.
  @inline(__always)
  private static func isText(_ group: UInt32) -> Bool {
    // In `isControl`, the highest bit of each byte below a space, and of each U+007F, is set.
    let other = group ^ 0x7F7F7F
    let isControl = (group &- 0x202020) & ~group | (other &- 0x010101) & ~other
    return isControl & 0x808080 == 0
      || isText(UInt8(truncatingIfNeeded: group)) && isText(UInt8(truncatingIfNeeded: group &>> 8))
        && isText(UInt8(truncatingIfNeeded: group &>> 16))
  }

  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte.isSpace
  }

  /// The values of the characters of both alphabets; the maximum for padding and all other bytes.
  private static let sextets: [UInt32] = (0...UInt8.max).map { character in
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: .max
    }
  }
}
