extension JSON {
  /// The canonical form of RFC 8785: keys by UTF-16 units, numbers as ECMAScript writes doubles.
  ///
  /// A number is written as its nearest double, as the RFC asks. One beyond the range of doubles,
  /// which the RFC leaves out, keeps its text.
  public var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    writeCanonical(into: &bytes)
    return bytes
  }

  private func writeCanonical(into bytes: inout [UInt8]) {
    switch self {
    case .null, .bool: write(into: &bytes)
    case .number(let number): bytes += (number.double?.ecmaScriptText ?? number.text).utf8
    case .string(let text): text.writeCanonical(into: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        element.writeCanonical(into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      let sorted = object.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      for (position, member) in sorted.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        member.key.writeCanonical(into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.writeCanonical(into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

extension String {
  /// Appends the string as RFC 8785 asks: quote, backslash and U+0000 to U+001F escaped.
  fileprivate func writeCanonical(into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in utf8 {
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(escapeOf: byte)
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension Double {
  /// A finite double as ECMAScript's Number::toString writes it (ECMA-262, section 6.1.6.1.20).
  ///
  ///     digits "1234", point 2      12.34          the value is 0.digits * 10^point
  ///     digits "1", point 22        1e+21
  package var ecmaScriptText: String {
    guard self != 0 else { return "0" }
    let (digits, point) = magnitude.shortestDigits
    let sign = self < 0 ? "-" : ""
    let count = digits.utf8.count
    switch point {
    case count...21 where point >= count:
      return sign + digits + String(repeating: "0", count: point - count)
    case 1...21:
      return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0:
      return sign + "0." + String(repeating: "0", count: -point) + digits
    default:
      let exponent = point - 1
      let fraction = count > 1 ? "." + digits.dropFirst() : ""
      return "\(sign)\(digits.prefix(1))\(fraction)e\(exponent < 0 ? "-" : "+")\(abs(exponent))"
    }
  }

  /// The shortest digits that read back, without outer zeros, and the place of the point.
  private var shortestDigits: (digits: String, point: Int) {
    let written = description
    let parts = written.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let whole = mantissa[0].drop { $0 == "0" }
    var digits = String(whole) + (mantissa.count > 1 ? mantissa[1] : "")
    var point = exponent + whole.utf8.count
    while digits.hasSuffix("0") { digits.removeLast() }
    while digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    return (digits, point)
  }
}
