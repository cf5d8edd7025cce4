/// Comparison by exact value, over a normal form: sign, digits without outer zeros, exponent.
/// Zeros are as different as a `Double` can tell them apart: by their sign.
///
///     "-12.50e3"   negative, digits "125", exponent 2      -125 * 10^2
extension JSONNumber: Hashable {
  /// Whether both are the same rational number; `-0` is another one than `0`.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text.hasSameBytes(as: right.text) || left.normal == right.normal
  }

  /// Feeds the value into a hasher, in accord with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(normal)
  }

  private var normal: NormalNumber { NormalNumber(Array(text.utf8)) }
}

extension JSONNumber {
  /// The value as an integer type, when it is one exactly: `100`, `100.0` and `1e2` are 100.
  public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
    if let value = Integer(text) { return value }
    let normal = normal
    // No integer type that is in use has more digits; a text of zeros must not become one.
    guard case .small(let exponent) = normal.exponent, 0...Integer.bitWidth ~= exponent else {
      return nil
    }
    let digits = normal.digits.isEmpty ? [UInt8(ascii: "0")] : normal.digits
    let zeros = repeatElement(UInt8(ascii: "0"), count: exponent)
    return Integer((normal.isNegative ? "-" : "") + String(decoding: digits + zeros, as: UTF8.self))
  }

  /// Whether both are the same rational number, zero being one, as RFC 6902 section 4.6 compares.
  package func isNumericallyEqual(to other: JSONNumber) -> Bool {
    if let left = Int(text), let right = Int(other.text) { return left == right }
    return self == other || isZero && other.isZero
  }

  /// Whether the value is zero, however it is written: `0`, `-0.00`, `0e7`.
  var isZero: Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { $0 <= UInt8(ascii: "0") }
  }

  /// Whether the bytes are exactly one number of RFC 8259 section 6.
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

struct NormalNumber: Hashable {
  /// A power of ten; one beyond 18 digits is kept as its own sign and digits.
  enum Exponent: Hashable {
    case small(Int)
    case huge(isNegative: Bool, digits: [UInt8])
  }

  var isNegative = false
  var digits: [UInt8] = []
  /// That of the last digit, or of the point before the first.
  var exponent = Exponent.small(0)

  init(_ text: [UInt8], isPointBeforeDigits: Bool = false) {
    let mark = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.endIndex
    var shift = 0
    var isFraction = false
    for byte in text[..<mark] {
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
    exponent = Exponent(text[mark...].dropFirst(), plus: shift)
  }
}

extension NormalNumber.Exponent {
  /// The sum of a written exponent, of any length, and a small one.
  init(_ written: ArraySlice<UInt8>, plus shift: Int) {
    let isNegative = written.first == UInt8(ascii: "-")
    let digits = written.drop { $0 < UInt8(ascii: "1") }
    guard digits.count > 18 else {
      let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      let sum = (isNegative ? -value : value) + shift
      let sumDigits = Array(String(sum.magnitude).utf8)
      self =
        sumDigits.count > 18 ? .huge(isNegative: sum < 0, digits: sumDigits) : .small(sum)
      return
    }
    self.init(hugeDigits: Array(digits), isNegative: isNegative, plus: shift)
  }

  /// Adds digit by digit from the end, as on paper; 19 digits outweigh any shift.
  private init(hugeDigits: [UInt8], isNegative: Bool, plus shift: Int) {
    var digits = hugeDigits
    var carry = isNegative ? -shift : shift
    var place = digits.count - 1
    while carry != 0, place >= 0 {
      let sum = Int(digits[place] - UInt8(ascii: "0")) + carry
      let digit = ((sum % 10) + 10) % 10
      digits[place] = UInt8(ascii: "0") + UInt8(digit)
      carry = (sum - digit) / 10
      place -= 1
    }
    if carry > 0 { digits.insert(contentsOf: String(carry).utf8, at: 0) }
    digits.removeFirst(digits.prefix { $0 == UInt8(ascii: "0") }.count)
    if digits.count <= 18 {
      let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      self = .small(isNegative ? -value : value)
    } else {
      self = .huge(isNegative: isNegative, digits: digits)
    }
  }
}
