extension ByteSink where Self: ~Copyable {
  /// Appends an integer's decimal digits.
  @inline(__always)
  mutating func append<Integer: FixedWidthInteger>(number value: Integer) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    if magnitude < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude)) }
    append(digitsOf: magnitude)
  }

  private mutating func append<Magnitude: FixedWidthInteger>(digitsOf magnitude: Magnitude) {
    // An integer never has more decimal digits than bits.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Magnitude.bitWidth) { digits in
      var rest = magnitude
      var index = digits.count
      while rest > 0 {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        index -= 1
        digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      }
      if let start = digits.baseAddress { append(start + index, count: digits.count - index) }
    }
  }

  /// Appends a floating-point value in its shortest form, or the name of a value that is not
  /// finite.
  mutating func append<Number: BinaryFloatingPoint & CustomStringConvertible>(
    number value: Number
  ) {
    guard value.isFinite else {
      return append(value.isNaN ? "\"NaN\"" : value < 0 ? "\"-Infinity\"" : "\"Infinity\"")
    }
    var shortest = value.description
    shortest.withUTF8 { digits in
      guard let start = digits.baseAddress else { return }
      let isWhole = digits.count > 2 && digits.suffix(2).elementsEqual(".0".utf8)
      append(start, count: isWhole ? digits.count - 2 : digits.count)
    }
  }
}

extension [UInt8] {
  /// Appends a count or an index in decimal.
  package mutating func append(decimal number: Int) { append(number: number) }
}
