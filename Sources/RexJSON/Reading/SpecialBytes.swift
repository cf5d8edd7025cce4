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
    var position = start
    while position &+ 8 <= end {
      let stored = UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self)
      let word = UInt64(littleEndian: stored)
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
