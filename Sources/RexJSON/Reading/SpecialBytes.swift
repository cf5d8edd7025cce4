/// Finds the bytes of a string that cannot simply be copied, eight at a time.
///
/// A word's byte has its high bit set in the sum below when it is special: taking one from
/// `byte ^ quote` borrows only where both are equal, taking 0x20 only from a control, and what
/// lies beyond ASCII has the bit already. Bytes above a special one may be set by its borrow,
/// those below never are, so the lowest one set is right. Words of the vector types do the same,
/// a little faster in long strings and seventy times slower in a debug build.
enum SpecialBytes {
  /// The first quote, backslash, control or byte beyond ASCII; the end when there is none.
  ///
  /// U+007F counts as a control for the writer alone: a text may have it in a string.
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
