extension JSONScanner where Handler: ~Copyable {
  /// Scans the string whose opening quote is at the current position; returns its contents.
  @inline(__always)
  mutating func scanString() throws(JSONError) -> (Range<Int>, isVerbatim: Bool) {
    let start = position + 1
    position = SpecialBytes.first(in: bytes, from: start, to: count)
    if position < count, text[position] == UInt8(ascii: "\"") {
      return try finishString(from: start, isVerbatim: true)
    } else {
      return try scanStringWithSpecialBytes(from: start)
    }
  }

  /// Continues a string at its first backslash, control character or byte that is not ASCII.
  @inline(never)
  private mutating func scanStringWithSpecialBytes(
    from start: Int
  ) throws(JSONError) -> (Range<Int>, isVerbatim: Bool) {
    var isVerbatim = true
    while true {
      guard position < count else { throw unexpected(.closingQuote) }
      switch text[position] {
      case UInt8(ascii: "\""):
        return try finishString(from: start, isVerbatim: isVerbatim)
      case UInt8(ascii: "\\"):
        isVerbatim = false
        try scanEscape()
      case let byte where byte < 0x20:
        throw error(.controlCharacter(byte), at: position)
      default:
        try scanMultibyteCharacters()
      }
      position = SpecialBytes.first(in: bytes, from: position, to: count)
    }
  }

  @inline(__always)
  private mutating func finishString(
    from start: Int, isVerbatim: Bool
  ) throws(JSONError) -> (Range<Int>, isVerbatim: Bool) {
    guard position - start <= limits.stringBytesMax else {
      throw error(.stringTooLong(max: limits.stringBytesMax), at: start - 1)
    }
    position &+= 1
    return (start..<(position &- 1), isVerbatim)
  }

  private mutating func scanEscape() throws(JSONError) {
    let start = position
    position &+= 1
    guard position < count else { throw unexpected(.escape) }
    switch text[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position &+= 1
    case UInt8(ascii: "u"):
      try scanUnicodeEscape(from: start)
    default:
      throw unexpected(.escape)
    }
  }

  private mutating func scanUnicodeEscape(from start: Int) throws(JSONError) {
    let unit = try scanFourHexDigits()
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), position + 1 < count,
      text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
    else { throw error(.loneSurrogate(unit), at: start) }
    position &+= 1
    guard UTF16.isTrailSurrogate(try scanFourHexDigits()) else {
      throw error(.loneSurrogate(unit), at: start)
    }
  }

  /// Scans the digits after the `u` at the current position.
  private mutating func scanFourHexDigits() throws(JSONError) -> UInt16 {
    position &+= 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard position < count, let digit = text[position].hexValue else {
        throw unexpected(.hexDigit)
      }
      unit = unit << 4 | UInt16(digit)
      position &+= 1
    }
    return unit
  }

  /// Scans characters beyond ASCII (The Unicode Standard, table 3-7).
  private mutating func scanMultibyteCharacters() throws(JSONError) {
    while position < count, text[position] >= 0x80 {
      let length = wellFormedLength(
        UnsafeBufferPointer(start: bytes + position, count: count - position))
      guard length > 0 else { throw error(.invalidUTF8, at: position) }
      position += length
    }
  }
}

/// Returns the length of the multibyte character at the start; 0 if it is malformed.
@inline(__always)
private func wellFormedLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
  func isContinuation(_ offset: Int) -> Bool { bytes[offset] & 0xC0 == 0x80 }
  let lead = bytes[0]
  switch lead {
  case 0xC2...0xDF:
    return bytes.count >= 2 && isContinuation(1) ? 2 : 0
  case 0xE0...0xEF:
    guard bytes.count >= 3, isContinuation(1), isContinuation(2) else { return 0 }
    // Overlong forms and surrogates.
    return lead == 0xE0 && bytes[1] < 0xA0 || lead == 0xED && bytes[1] > 0x9F ? 0 : 3
  case 0xF0...0xF4:
    guard bytes.count >= 4, isContinuation(1), isContinuation(2), isContinuation(3)
    else { return 0 }
    // Overlong forms, and code points above U+10FFFF.
    return lead == 0xF0 && bytes[1] < 0x90 || lead == 0xF4 && bytes[1] > 0x8F ? 0 : 4
  default:
    return 0
  }
}

extension JSONScanner where Handler: ~Copyable {
  /// Scans the number at the current position.
  @inline(__always)
  mutating func scanNumber() throws(JSONError) {
    let start = position
    var isVerbatim = true
    if text[position] == UInt8(ascii: "-") { position &+= 1 }
    if position < count, text[position] == UInt8(ascii: "0") {
      position &+= 1
    } else {
      try scanDigits()
    }
    if position < count, text[position] == UInt8(ascii: ".") {
      isVerbatim = false
      position &+= 1
      try scanDigits()
    }
    if position < count, text[position] | 0x20 == UInt8(ascii: "e") {
      isVerbatim = false
      position &+= 1
      if position < count,
        text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-")
      {
        position &+= 1
      }
      try scanDigits()
    }
    guard position - start <= limits.numberBytesMax else {
      throw error(.numberTooLong(max: limits.numberBytesMax), at: start)
    }
    handler.scalar(.number, start..<position, isVerbatim: isVerbatim)
  }

  @inline(__always)
  private mutating func scanDigits() throws(JSONError) {
    let start = position
    while position < count, text[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
    guard position > start else { throw unexpected(.digit) }
  }
}
