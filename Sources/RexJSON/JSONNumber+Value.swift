/// Comparison by exact value, over a normal form: sign, digits without outer zeros, exponent.
///
///     "-12.50e3"   negative, digits "125", exponent 2      -125 * 10^2
extension JSONNumber: Hashable {
  /// Whether both are the same rational number.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text.hasSameBytes(as: right.text) || left.normal == right.normal
  }

  /// Feeds the value into a hasher, in accord with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(normal)
  }

  private struct Normal: Hashable {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0
  }

  private var normal: Normal {
    var normal = Normal()
    var fractionDigits = 0
    var isFraction = false
    var written = Substring(text)
    if let mark = written.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      normal.exponent = Int(written[written.index(after: mark)...]) ?? .max / 2
      written = written[..<mark]
    }
    for byte in written.utf8 {
      switch byte {
      case UInt8(ascii: "-"): normal.isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default:
        if isFraction { fractionDigits += 1 }
        if byte != UInt8(ascii: "0") || !normal.digits.isEmpty { normal.digits.append(byte) }
      }
    }
    normal.exponent -= fractionDigits
    while normal.digits.last == UInt8(ascii: "0") {
      normal.digits.removeLast()
      normal.exponent += 1
    }
    return normal.digits.isEmpty ? Normal() : normal
  }

  /// Whether the bytes are exactly one number of RFC 8259 section 6.
  static func isNumber(_ bytes: some Sequence<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    func takeDigits() -> Int {
      let count = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let integerDigits = takeDigits()
    guard integerDigits > 0, !startsWithZero || integerDigits == 1 else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits() > 0 else { return false }
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}
