extension [UInt8] {
  /// Appends an integer's decimal digits.
  @inline(__always)
  mutating func appendNumber<Integer: FixedWidthInteger>(_ value: Integer) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    if rest < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)) }
    let start = count
    while rest > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    }
    self[start...].reverse()
  }

  /// Appends a floating-point value in its own shortest form, or the name of a non-finite one.
  mutating func appendNumber<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: Number
  ) {
    guard value.isFinite else {
      self +=
        value.isNaN
        ? "\"NaN\"".utf8 : value < 0 ? "\"-Infinity\"".utf8 : "\"Infinity\"".utf8
      return
    }
    let shortest = value.description.utf8
    self += shortest.suffix(2).elementsEqual(".0".utf8) ? shortest.dropLast(2) : shortest[...]
  }
}
