import RexJSON

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
  func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int {
    let searched = UnsafeRawBufferPointer(start: baseAddress, count: range.upperBound)
    return searched.firstOffset(of: byte, from: range.lowerBound) ?? range.upperBound
  }

  func has(_ byte: UInt8) -> Bool { firstOffset(of: byte, in: indices) < count }
}
