/// Finds the bytes of a string that cannot simply be copied, sixteen at a time.
enum SpecialBytes {
  /// The first quote, backslash, control or byte beyond ASCII; the end when there is none.
  ///
  /// U+007F counts as a control for the writer alone: a text may have it in a string.
  @inline(__always)
  static func first(
    in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, countingDelete: Bool = false
  ) -> Int {
    var position = start
    while position &+ 16 <= end {
      let chunk = UnsafeRawPointer(bytes + position).loadUnaligned(as: SIMD16<UInt8>.self)
      // As signed bytes, what lies beyond ASCII is negative and so below the space too.
      let signed = unsafeBitCast(chunk, to: SIMD16<Int8>.self)
      var special =
        (chunk .== UInt8(ascii: "\"")) .| (chunk .== UInt8(ascii: "\\")) .| (signed .< 0x20)
      if countingDelete { special .|= chunk .== 0x7F }
      let halves = unsafeBitCast(special, to: SIMD2<UInt64>.self)
      if halves[0] != 0 { return position &+ halves[0].littleEndian.trailingZeroBitCount >> 3 }
      if halves[1] != 0 { return position &+ 8 &+ halves[1].littleEndian.trailingZeroBitCount >> 3 }
      position &+= 16
    }
    while position < end, !isSpecial(bytes[position]) {
      if countingDelete, bytes[position] == 0x7F { break }
      position &+= 1
    }
    return position
  }

  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    Int8(bitPattern: byte) < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
