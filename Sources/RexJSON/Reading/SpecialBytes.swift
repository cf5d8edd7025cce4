/// Finds the bytes of a string that cannot be copied unchanged, eight at a time.
///
/// In `special` below, the high bit of a special byte is set: subtracting one from `byte ^ quote`
/// borrows only if both are equal, subtracting 0x20 only for a control character, and bytes beyond
/// ASCII already have the bit. A borrow may set the bits of bytes above a special one, but never of
/// those below, so the lowest set bit is right. SIMD types do the same slightly faster in long
/// strings, but seventy times slower in a debug build.
enum SpecialBytes {
  /// Returns the first quote, backslash, control character or byte beyond ASCII; else the end.
  ///
  /// U+007F counts as a control character only for the writer: JSON strings may contain it.
  @inline(__always)
  static func first(
    in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, countingDelete: Bool = false
  ) -> Int {
    assert(start >= 0 && start <= end, "the range is in the text")
    var position = start
    while position &+ 8 <= end {
      let word = load(bytes, position)
      let quotes = (word ^ (ones &* 0x22)) &- ones
      let backslashes = (word ^ (ones &* 0x5C)) &- ones
      let controls = word &- ones &* 0x20
      var special = quotes | backslashes | controls | word
      if countingDelete { special |= (word ^ (ones &* 0x7F)) &- ones }
      special &= ones &* 0x80
      if special != 0 { return position &+ special.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
    while position < end, !isSpecial(bytes[position]) {
      if countingDelete, bytes[position] == 0x7F { break }
      position &+= 1
    }
    return position
  }

  @inline(__always)
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    Int8(bitPattern: byte) < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}

/// Searches of a cursor, which looks only for the bytes that structure a text.
extension SpecialBytes {
  /// Returns the position of the first quote or backslash; `end` if there is none.
  @inline(__always)
  static func firstQuoteOrBackslash(
    in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    assert(start >= 0 && start <= end, "the range is in the text")
    var position = start
    while position &+ 8 <= end {
      let word = load(bytes, position)
      let special = zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
      if special != 0 { return position &+ special.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
    while position < end, bytes[position] != 0x22, bytes[position] != 0x5C { position &+= 1 }
    return position
  }

  /// Marks, by their high bits, which of the next eight bytes may be `[ ] { } " \`.
  ///
  /// With the bits 0x27 cleared, brackets of both kinds and the backslash become 0x58, like few
  /// other bytes.
  @inline(__always)
  static func bracketsQuotesAndBackslashes(
    in bytes: UnsafePointer<UInt8>, at position: Int, to end: Int
  ) -> UInt64 {
    assert(position >= 0 && position <= end, "the position is in the text")
    let word = position &+ 8 <= end ? load(bytes, position) : rest(bytes, position, to: end)
    return zeros(word ^ (ones &* 0x22)) | zeros((word & (ones &* 0xD8)) ^ (ones &* 0x58))
  }

  /// Returns the last bytes, fewer than eight, padded with zeros.
  private static func rest(_ bytes: UnsafePointer<UInt8>, _ start: Int, to end: Int) -> UInt64 {
    (start..<end).reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  @inline(__always)
  private static func load(_ bytes: UnsafePointer<UInt8>, _ position: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self))
  }

  /// Marks each zero byte by its high bit; bytes above the lowest one may be marked wrongly.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }
}
