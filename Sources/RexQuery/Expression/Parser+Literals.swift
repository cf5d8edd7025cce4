import RexJSON

/// Literals: RFC 9535, sections 2.3.1.1 and 2.3.5.1.
extension Parser {
  /// `literal`; nil where none begins.
  mutating func literal() throws(QueryError) -> JSON? {
    switch next {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): return .number(try number())
    default:
      let start = offset
      switch word() {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "null": return .null
      default:
        offset = start
        return nil
      }
    }
  }

  /// The name of a function, or a literal that is written as a word.
  mutating func word() -> String {
    let start = offset
    while let byte = next, byte.isLowerCase || offset > start && (byte.isDigit || byte == 0x5F) {
      offset += 1
    }
    return text(from: start)
  }

  private mutating func number() throws(QueryError) -> JSONNumber {
    let start = offset
    if let date = date() { throw error(.unquotedDate(date), at: start) }
    _ = take("-")
    if !take("0") { try digits() }
    let end = offset
    if take(".") {
      if next?.isDigit != true, let error = unquotedName(around: start..<end) { throw error }
      try digits()
    }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      try digits()
    }
    guard let number = JSONNumber(text: text(from: start)) else {
      preconditionFailure("what the grammar calls a number is one")
    }
    return number
  }

  /// A date such as 2026-11-27 that comes next.
  private func date() -> String? {
    let text = bytes[offset...].prefix { $0.isDigit || $0 == UInt8(ascii: "-") }
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2] else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func digits() throws(QueryError) {
    guard next?.isDigit == true else { throw unexpected(.digit) }
    while next?.isDigit == true { offset += 1 }
  }

  /// `string-literal`, in either quotes.
  mutating func string() throws(QueryError) -> String {
    let quote = bytes[offset]
    offset += 1
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case quote:
        offset += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        offset += 1
        content += String(Character(try escape(quote: quote))).utf8
      case ..<0x20: throw unexpected(.stringCharacter)
      default:
        content.append(byte)
        offset += 1
      }
    }
    throw unexpected(.closingQuote)
  }

  /// The characters after a backslash.
  private mutating func escape(quote: UInt8) throws(QueryError) -> Unicode.Scalar {
    guard let byte = next else { throw unexpected(.escape) }
    let scalar: Unicode.Scalar
    switch byte {
    case quote, UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      offset += 1
      return try hexScalar()
    default: throw unexpected(.escape)
    }
    offset += 1
    return scalar
  }

  /// `hexchar`: four digits, or a surrogate pair for a character beyond U+FFFF.
  private mutating func hexScalar() throws(QueryError) -> Unicode.Scalar {
    let start = offset
    let first = try hexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\u") else { throw unexpected(.surrogatePair, at: start) }
    let second = try hexDigits()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw unexpected(.surrogatePair, at: start) }
    return scalar
  }

  private mutating func hexDigits() throws(QueryError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexValue else { throw unexpected(.hexDigit) }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}

extension UInt8 {
  fileprivate var isLowerCase: Bool { self &- UInt8(ascii: "a") < 26 }
}
