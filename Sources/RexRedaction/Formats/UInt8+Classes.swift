#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The classes of ASCII bytes that secret formats use.
extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isLetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  var isLetterOrDigit: Bool { isLetter || isDigit }

  /// Letters, digits, `_` and `-`: names, and the alphabet of base64url.
  var isWord: Bool { isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }

  var isSpace: Bool { self == UInt8(ascii: " ") || (self >= 0x09 && self <= 0x0D) }

  var asciiLowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the first offset of a byte in a range; the range's end if there is none.
  ///
  /// Unlike `firstIndex(of:)`, `memchr` compares many bytes at once.
  func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int {
    guard let baseAddress, !range.isEmpty,
      let found = memchr(baseAddress + range.lowerBound, Int32(byte), range.count)
    else { return range.upperBound }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }

  func has(_ byte: UInt8) -> Bool { firstOffset(of: byte, in: indices) < count }
}
