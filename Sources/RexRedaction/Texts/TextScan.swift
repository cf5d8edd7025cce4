/// Scans the bytes of a text from left to right, and counts the bytes that it reads.
///
/// Tests check that the count is linear in the text's length, so all loops over a text's bytes use
/// this type or add to its count.
struct TextScan {
  let text: UnsafeBufferPointer<UInt8>
  /// The number of bytes that were read.
  var work = 0
  /// A range without digits, up to the next digit or the end.
  private var digitless = 0..<0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Returns the end of the run of a set's bytes from an offset on, up to a maximum length.
  mutating func end(of set: ByteSet, from start: Int, atMost count: Int = .max) -> Int {
    let limit = count < text.count - start ? start + count : text.count
    var end = start
    while end < limit, set.contains(text[end]) { end += 1 }
    work += end - start + 1
    return end
  }

  /// Returns the offset of the next digit, or the end of the text.
  ///
  /// Caches the last result, which is valid for all offsets up to the digit, so each byte is read
  /// once.
  mutating func firstDigit(from start: Int) -> Int {
    if digitless.contains(start) { return digitless.upperBound }
    let end = end(of: TextScan.noDigit, from: start)
    digitless = start..<end
    return end
  }

  private static let noDigit = ByteSet.digits.inverted

  /// Returns whether the text has some bytes at an offset.
  func has(_ bytes: StaticString, at start: Int, ignoringCase: Bool = false) -> Bool {
    let count = bytes.utf8CodeUnitCount
    guard start >= 0, text.count - start >= count else { return false }
    return bytes.withUTF8Buffer { bytes in
      for offset in 0..<count {
        let byte = text[start + offset]
        guard bytes[offset] == (ignoringCase ? byte.asciiLowercased : byte) else { return false }
      }
      return true
    }
  }

  /// Returns the byte at an offset; nil outside the text.
  func byte(at offset: Int) -> UInt8? { offset >= 0 && offset < text.count ? text[offset] : nil }

  /// Returns whether there is no letter or digit before an offset.
  func startsWord(at offset: Int) -> Bool {
    offset == 0 || !ByteSet.lettersAndDigits.contains(text[offset - 1])
  }

  /// Returns the end of the quoted text that a quote opens, before the closing quote.
  ///
  /// In a nested quotation, quotes have backslashes before them: the closing quote has as many as
  /// the opening one, and quotes inside have more.
  ///
  ///     "a\"b"      \"a\\\"b\"
  ///     └────┘      └───────┘
  mutating func closingQuote(of open: Int, atMost limit: Int? = nil) -> Int {
    let depth = backslashes(before: open)
    let end = limit ?? text.count
    var offset = open + 1
    var backslashes = 0
    while offset < end {
      work += 1
      if text[offset] == text[open], backslashes % (2 * (depth + 1)) == depth {
        return offset - depth
      }
      backslashes = text[offset] == UInt8(ascii: "\\") ? backslashes + 1 : 0
      offset += 1
    }
    return end
  }

  private mutating func backslashes(before offset: Int) -> Int {
    var start = offset
    while start > 0, offset - start < TextScan.depthMax, text[start - 1] == UInt8(ascii: "\\") {
      start -= 1
    }
    work += offset - start
    return offset - start
  }

  /// The limit on counted backslashes before a quote: six levels of quotation.
  private static let depthMax = 63

  /// Returns the offset of the closing bracket, or the end of the text.
  mutating func closingBracket(of open: Int) -> Int {
    var depth = 0
    var offset = open
    while offset < text.count {
      work += 1
      switch text[offset] {
      case UInt8(ascii: "\""): offset = closingQuote(of: offset)
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return offset }
      default: break
      }
      offset += 1
    }
    return text.count
  }
}
