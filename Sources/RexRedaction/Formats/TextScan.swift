import RexJSON

/// Reads the bytes of a text, and counts those that it reads.
///
/// Tests check that the count is linear in the text's length, so all loops over a text's bytes use
/// this type or add to its count.
struct TextScan {
  let text: UnsafeBufferPointer<UInt8>
  let keyNames: KeyNames
  /// The number of bytes that were read.
  var work = 0
  /// Whether a command that takes a user's password as an option was seen.
  var hasPasswordCommand = false
  /// The end of a run of word characters in which no word begins a JSON Web Token.
  var endOfNoToken = 0
  /// The range without digits that `hasDigit` found last.
  private var digitless = 0..<0

  init(_ text: UnsafeBufferPointer<UInt8>, keyNames: KeyNames) {
    (self.text, self.keyNames) = (text, keyNames)
  }

  /// Returns the end of the run of a set's bytes from an offset on, up to a maximum length.
  mutating func end(of set: ByteSet, from start: Int, atMost count: Int = .max) -> Int {
    let limit = count < text.count - start ? start + count : text.count
    var end = start
    while end < limit, set.contains(text[end]) { end += 1 }
    work += end - start + 1
    return end
  }

  /// Returns whether a range contains a digit.
  ///
  /// Caches the range without digits, so each byte is read once if ranges are in order.
  mutating func hasDigit(in range: Range<Int>) -> Bool {
    let isKnown = digitless.contains(range.lowerBound)
    let start = isKnown ? digitless.upperBound : range.lowerBound
    guard start < range.upperBound else { return false }
    let end = end(of: TextScan.noDigit, from: start, atMost: range.upperBound - start)
    digitless = (isKnown ? digitless.lowerBound : start)..<end
    return end < range.upperBound
  }

  private static var noDigit: ByteSet { ByteSet.digits.inverted }

  /// Returns whether the text has these bytes at an offset.
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
  mutating func closingQuote(of open: Int) -> Int {
    let depth = backslashes(before: open)
    var offset = open + 1
    var backslashes = 0
    while offset < text.count {
      work += 1
      if text[offset] == text[open], backslashes % (2 * (depth + 1)) == depth {
        return offset - depth
      }
      backslashes = text[offset] == UInt8(ascii: "\\") ? backslashes + 1 : 0
      offset += 1
    }
    return text.count
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
    TextScan.brackets.withUnsafeBufferPointer { closingBracket(of: open, $0) }
  }

  private mutating func closingBracket(
    of open: Int, _ brackets: UnsafeBufferPointer<Int>
  ) -> Int {
    var depth = 0
    var offset = open
    defer { work += offset - open }
    while offset < text.count {
      if let opened = bracketsOpened(inEightBytesAt: offset, brackets) {
        depth &+= opened
        offset &+= 8
        continue
      }
      for _ in 0..<8 where offset < text.count {
        if text[offset] == UInt8(ascii: "\"") {
          offset = closingQuote(of: offset)
        } else {
          depth &+= brackets[Int(text[offset])].signum()
          if depth == 0 { return offset }
        }
        offset &+= 1
      }
    }
    return text.count
  }

  /// Returns how many brackets eight bytes open; nil if they contain a quote or a closing bracket,
  /// or the text ends before.
  @inline(__always)
  private func bracketsOpened(
    inEightBytesAt offset: Int, _ brackets: UnsafeBufferPointer<Int>
  ) -> Int? {
    guard offset &+ 8 <= text.count else { return nil }
    var opened = 0
    for step in 0..<8 { opened &+= brackets[Int(text[offset &+ step])] }
    return opened < 0 ? nil : opened
  }

  /// By byte: 1 for an opening bracket; for a quote or a closing bracket -8, so that the sum of
  /// eight bytes is negative.
  static let brackets: [Int] = (0...UInt8.max).map { byte in
    if "([{".utf8.contains(byte) { return 1 }
    return ")]}\"".utf8.contains(byte) ? -8 : 0
  }
}
