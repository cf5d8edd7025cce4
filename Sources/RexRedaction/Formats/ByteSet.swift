/// A set of bytes, such as a token's alphabet, stored as a bitmap.
struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// Whether the set contains all bytes that are not ASCII.
  private var hasNonASCII = false

  /// Creates a set from bitmaps of the first and the second half of ASCII.
  private init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  init(_ ascii: some Sequence<UInt8>) {
    for byte in ascii where byte < 64 { low |= 1 << UInt64(byte) }
    for byte in ascii where byte >= 64 && byte < 128 { high |= 1 << UInt64(byte & 63) }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let half = byte & 64 == 0 ? low : high
    return byte < 128 ? half &>> UInt64(byte & 63) & 1 == 1 : hasNonASCII
  }

  func union(_ other: ByteSet) -> ByteSet {
    var set = self
    (set.low, set.high) = (low | other.low, high | other.high)
    set.hasNonASCII = hasNonASCII || other.hasNonASCII
    return set
  }

  /// All bytes that are not in the set.
  var inverted: ByteSet {
    var set = self
    (set.low, set.high, set.hasNonASCII) = (~low, ~high, !hasNonASCII)
    return set
  }
}

/// The sets that are used most, as constants that need no memory access.
extension ByteSet {
  static var all: ByteSet { ByteSet(low: 0, high: 0).inverted }
  static var digits: ByteSet { ByteSet(low: 0x03FF_0000_0000_0000, high: 0x0000_0000_0000_0000) }
  static var lettersAndDigits: ByteSet {
    ByteSet(low: 0x03FF_0000_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
  }
  static var upperAndDigits: ByteSet {
    ByteSet(low: 0x03FF_0000_0000_0000, high: 0x0000_0000_07FF_FFFE)
  }
  static var hex: ByteSet { ByteSet(low: 0x03FF_0000_0000_0000, high: 0x0000_007E_0000_007E) }
  /// Letters, digits, `_` and `-`: names, and the alphabet of base64url.
  static var word: ByteSet { ByteSet(low: 0x03FF_2000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE) }
  /// The `word` set with `.`, which separates the parts of a token.
  static var dotted: ByteSet { ByteSet(low: 0x03FF_6000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE) }
  /// The `word` set with `/`, which separates the parts of a URL's path.
  static var path: ByteSet { ByteSet(low: 0x03FF_A000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE) }
  /// The alphabets of base64 and base64url, with padding.
  static var base64: ByteSet { ByteSet(low: 0x23FF_A800_0000_0000, high: 0x07FF_FFFE_87FF_FFFE) }
  /// The alphabet of credentials: token68 in RFC 9110.
  static var token68: ByteSet { ByteSet(low: 0x23FF_E800_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }
  /// What can separate the digits of a card.
  static var cardSeparators: ByteSet {
    ByteSet(low: 0x0000_E801_0000_0000, high: 0x0000_0000_8000_0000)
  }
  static var spaces: ByteSet { ByteSet(low: 0x0000_0001_0000_3E00, high: 0x0000_0000_0000_0000) }
}
