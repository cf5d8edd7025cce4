/// The bytes of a text, looked at from left to right; it counts what is looked at.
///
/// The count is what the tests hold to the length of a text, so every loop over a text's bytes is
/// one of these.
struct TextScan {
  let text: UnsafeBufferPointer<UInt8>
  /// How many bytes were looked at.
  var work = 0
  /// A range without a digit, up to one or to the end.
  private var digitless = 0..<0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The end of the run of a set's bytes that starts at a place; of so many at most.
  mutating func end(of set: ByteSet, from start: Int, atMost count: Int = .max) -> Int {
    let limit = count < text.count - start ? start + count : text.count
    var end = start
    while end < limit, set.contains(text[end]) { end += 1 }
    work += end - start + 1
    return end
  }

  /// The first digit from a place on, or the end of the text.
  ///
  /// What was found for a place holds for all up to the digit, so each byte is looked at once.
  mutating func firstDigit(from start: Int) -> Int {
    if digitless.contains(start) { return digitless.upperBound }
    let end = end(of: TextScan.noDigit, from: start)
    digitless = start..<end
    return end
  }

  private static let noDigit = ByteSet.digits.inverted

  /// Whether some bytes stand at a place.
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

  /// The byte at a place, if there is one.
  func byte(at offset: Int) -> UInt8? { offset >= 0 && offset < text.count ? text[offset] : nil }

  /// Whether no letter or digit stands before a place.
  func startsWord(at offset: Int) -> Bool {
    offset == 0 || !ByteSet.lettersAndDigits.contains(text[offset - 1])
  }

  /// The end of the quoted text that a quote opens, without the quote that closes it.
  ///
  /// Where the text is quoted in another, its quotes have backslashes before them: the one that
  /// closes has as many as the one that opens, and what is quoted inside has more.
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

  /// More backslashes before a quote are counted as so many: six texts each quoted in the next.
  private static let depthMax = 63

  /// The place of the bracket that closes the one at the start, or the end of the text.
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
