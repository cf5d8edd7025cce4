/// The first three bytes of words with which secrets begin, to rule out most words.
///
///     ghp_…, eyJ…, DE89…    ghp, eyJ, DE8        two are enough for a card's number
struct SecretStarts: Sendable {
  /// One bit for each three bytes; the first two count by their lowest five bits.
  private var bits = [UInt64](repeating: 0, count: 1 << 11)

  /// The set for vendors' tokens, JSON Web Tokens and IBANs.
  static let standard = SecretStarts()

  private init() {
    for form in TokenForms.standard.all { insert(form) }
    insert(UInt8(ascii: "e"), UInt8(ascii: "y"), UInt8(ascii: "J"))
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    for first in letters {
      for second in letters where IBAN.count(ofCountry: first, second) != nil {
        for digit in UInt8(ascii: "0")...UInt8(ascii: "9") { insert(first, second, digit) }
      }
    }
  }

  private mutating func insert(_ form: TokenForm) {
    let prefix = UnsafeBufferPointer(
      start: form.prefix.utf8Start, count: form.prefix.utf8CodeUnitCount)
    let thirds = prefix.count > 2 ? [prefix[2]] : (0...127).filter(form.alphabet.contains)
    for third in thirds { insert(prefix[0], prefix[1], third) }
  }

  private mutating func insert(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    let index = SecretStarts.bitIndex(first, second, third)
    bits[index >> 6] |= 1 << UInt64(index & 63)
  }

  @inline(__always)
  private static func bitIndex(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    Int(first & 31) &<< 12 | Int(second & 31) &<< 7 | Int(third & 127)
  }

  /// Returns the first non-nil result for the words of a range that may begin a secret.
  @inline(__always)
  func first<Result>(
    in range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Result?
  ) -> Result? {
    bits.withUnsafeBufferPointer { bits in
      var words = WordStarts(in: range, of: text)
      while let offset = words.next() {
        if SecretStarts.begins(at: offset, of: text, bits), let result = body(offset) {
          return result
        }
      }
      return nil
    }
  }

  @inline(__always)
  private static func begins(
    at offset: Int, of text: UnsafeBufferPointer<UInt8>, _ bits: UnsafeBufferPointer<UInt64>
  ) -> Bool {
    guard offset &+ 2 < text.count else { return false }
    let (first, second) = (text[offset], text[offset &+ 1])
    if first.isDigit {
      return CardNumber.firstDigits.contains(first) && (second.isDigit || second.isCardSeparator)
    }
    let index = bitIndex(first, second, text[offset &+ 2])
    return bits[index &>> 6] &>> UInt64(index & 63) & 1 == 1
  }
}

/// The offsets in a range of a text at which words of letters and digits begin.
///
///     text     a B 3 - _ x      letters and digits     1 1 1 0 0 1
///                               after another          0 1 1 1 0 0
///                               starts                 1 0 0 0 0 1
///
/// Eight bytes are loaded as one integer; each bit in this table is the highest bit of its byte.
struct WordStarts: IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private let end: Int
  /// The offset of the current eight bytes.
  private var offset: Int
  /// The bits of the words that begin in these bytes and were not returned yet.
  private var starts: UInt64 = 0
  /// The bit of the byte before these.
  private var last: UInt64 = 0

  /// Creates an iterator over a range; a word may begin at its start.
  init(in range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
    (self.text, offset, end) = (text, range.lowerBound - 8, range.upperBound)
  }

  @inline(__always)
  mutating func next() -> Int? {
    while starts == 0 {
      offset &+= 8
      guard offset < end else { return nil }
      let words = WordStarts.lettersAndDigits(in: eightBytes)
      starts = words & ~(words &<< 8 | last)
      last = words &>> 56
    }
    let start = offset &+ starts.trailingZeroBitCount &>> 3
    starts &= starts &- 1
    return start < end ? start : nil
  }

  /// The current eight bytes, the first in the lowest bits, with zeros after the text.
  private var eightBytes: UInt64 {
    if offset &+ 8 <= text.count {
      return UInt64(
        littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(
          fromByteOffset: offset, as: UInt64.self))
    }
    return text[offset...].reversed().reduce(0) { $0 &<< 8 | UInt64($1) }
  }

  /// Sets the highest bit of each byte that is a letter or a digit.
  ///
  /// Adding `0x80 - first` to seven bits sets the highest bit if they are at least `first`.
  @inline(__always)
  private static func lettersAndDigits(in bytes: UInt64) -> UInt64 {
    let ascii = bytes & ~highest
    let lower = ascii | 0x20 * ones
    let letters = (lower &+ 0x1F * ones) & ~(lower &+ 0x05 * ones)
    let digits = (ascii &+ 0x50 * ones) & ~(ascii &+ 0x46 * ones)
    return (letters | digits) & ~bytes & highest
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highest: UInt64 { 0x8080_8080_8080_8080 }
}
