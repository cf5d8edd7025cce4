/// Comparison by exact value, with a normal form: sign, digits without outer zeros, exponent. As in
/// `Double`, the sign of zero matters.
///
///     "-12.50e3"   negative, digits "125", exponent 2      -125 * 10^2
extension JSONNumber: Hashable {
  /// Returns whether both have the same exact value; `-0` and `0` differ.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text.hasSameBytes(as: right.text) || left.normal == right.normal
  }

  /// Hashes the value consistently with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(normal)
  }

  private var normal: NormalNumber { NormalNumber(Array(text.utf8)) }
}

extension JSONNumber {
  /// Returns the value as an integer if it is one exactly: `100`, `100.0` and `1e2` are 100.
  public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
    if let value = Integer(text) { return value }
    let normal = normal
    // A larger exponent does not fit in any integer type, and would need many zeros.
    guard case .small(let exponent) = normal.exponent,
      0...Int64(Integer.bitWidth) ~= exponent
    else { return nil }
    let digits = normal.digits.isEmpty ? [UInt8(ascii: "0")] : normal.digits
    let zeros = repeatElement(UInt8(ascii: "0"), count: Int(exponent))
    return Integer((normal.isNegative ? "-" : "") + String(decoding: digits + zeros, as: UTF8.self))
  }

  /// Returns whether both have the same exact value, without the sign of zero (RFC 6902 section
  /// 4.6).
  package func isNumericallyEqual(to other: JSONNumber) -> Bool {
    if let left = Int(text), let right = Int(other.text) { return left == right }
    return self == other || isZero && other.isZero
  }

  /// Whether the value is zero in any notation: `0`, `-0.00`, `0e7`.
  package var isZero: Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { $0 <= UInt8(ascii: "0") }
  }

  /// Returns whether a text is exactly one number (RFC 8259 section 6).
  static func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.first, first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10
      else { return false }
      return (try? JSONIndex.scanning(UnsafeRawBufferPointer(bytes), limits: .largest)) != nil
        && bytes.last.map { $0 > UInt8(ascii: " ") } == true
    }
  }
}

package struct NormalNumber: Hashable {
  /// A power of ten; one with more than 18 digits is stored as its sign and digits.
  package enum Exponent: Hashable {
    case small(Int64)
    case huge(isNegative: Bool, digits: [UInt8])
  }

  package var isNegative = false
  package var digits: [UInt8] = []
  /// The exponent in digits × 10^exponent; with `isPointBeforeDigits`, in 0.digits × 10^exponent.
  package var exponent = Exponent.small(0)

  package init(_ text: [UInt8], isPointBeforeDigits: Bool = false) {
    let exponentStart = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.endIndex
    var shift = 0
    var isFraction = false
    for byte in text[..<exponentStart] {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default:
        if isFraction { shift -= 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
      }
    }
    guard !digits.isEmpty else { return }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      shift += 1
    }
    if isPointBeforeDigits { shift += digits.count }
    exponent = Exponent(text[exponentStart...].dropFirst(), plus: shift)
  }
}

extension NormalNumber.Exponent {
  /// Creates the sum of an exponent in text form, of any length, and a small integer.
  init(_ written: ArraySlice<UInt8>, plus shift: Int) {
    let isNegative = written.first == UInt8(ascii: "-")
    let digits = written.drop { $0 < UInt8(ascii: "1") }
    guard digits.count > 18 else {
      let value = Self.value(of: digits)
      let sum = (isNegative ? -value : value) + Int64(shift)
      let sumDigits = Array(String(sum.magnitude).utf8)
      self =
        sumDigits.count > 18 ? .huge(isNegative: sum < 0, digits: sumDigits) : .small(sum)
      return
    }
    self.init(hugeDigits: Array(digits), isNegative: isNegative, plus: shift)
  }

  /// The value of at most 18 digits; an `Int` may have only 32 bits.
  private static func value(of digits: ArraySlice<UInt8>) -> Int64 {
    digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// Adds digit by digit from the end, as on paper; 19 digits or more are larger than any shift.
  private init(hugeDigits: [UInt8], isNegative: Bool, plus shift: Int) {
    var digits = hugeDigits
    var carry = isNegative ? -shift : shift
    var index = digits.count - 1
    while carry != 0, index >= 0 {
      let sum = Int(digits[index] - UInt8(ascii: "0")) + carry
      let digit = ((sum % 10) + 10) % 10
      digits[index] = UInt8(ascii: "0") + UInt8(digit)
      carry = (sum - digit) / 10
      index -= 1
    }
    if carry > 0 { digits.insert(contentsOf: String(carry).utf8, at: 0) }
    digits.removeFirst(digits.prefix { $0 == UInt8(ascii: "0") }.count)
    if digits.count <= 18 {
      let value = Self.value(of: digits[...])
      self = .small(isNegative ? -value : value)
    } else {
      self = .huge(isNegative: isNegative, digits: digits)
    }
  }
}
