extension Double {
  /// The nearest value of a JSON number, which may be infinite; nil if the text is none.
  package init?(json text: UnsafeRawBufferPointer) {
    guard let value = Double.short(text) ?? Double(String(decoding: text, as: UTF8.self)) else {
      return nil
    }
    self = value
  }

  /// The value of a number with few digits; nil if it needs the general algorithm.
  ///
  /// Up to 2^53 and 10^22 both operands are exact, so one division rounds correctly (W. D. Clinger,
  /// "How to read floating point numbers accurately", 1990).
  @inline(__always)
  package static func short(_ text: UnsafeRawBufferPointer) -> Double? {
    guard 1...18 ~= text.count else { return nil }
    var digits = text.utf8Start
    let end = digits + text.count
    let isNegative = digits[0] == UInt8(ascii: "-")
    if isNegative { digits += 1 }
    // The text may be no number at all.
    guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= end[-1] else { return nil }
    var value: UInt64 = 0
    var fractionDigits = -1
    while digits < end {
      switch digits[0] {
      case UInt8(ascii: ".") where fractionDigits < 0: fractionDigits = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value &* 10 &+ UInt64(digits[0] &- UInt8(ascii: "0"))
        if fractionDigits >= 0 { fractionDigits += 1 }
      default: return nil
      }
      digits += 1
    }
    guard value <= 1 << 53 else { return nil }
    let magnitude = fractionDigits > 0 ? Double(value) / powersOfTen[fractionDigits] : Double(value)
    return isNegative ? -magnitude : magnitude
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  1e17, 1e18,
]
