extension JSON {
  /// Appends the document in its compact form: no white space, keys and numbers as they are.
  ///
  /// Strings escape the quote, the backslash, and what must not reach a terminal raw: U+0000 to
  /// U+001F and U+007F to U+009F. Everything else is written as UTF-8.
  public func write(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(true): bytes.append(contentsOf: "true".utf8)
    case .bool(false): bytes.append(contentsOf: "false".utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): text.writeQuoted(into: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        element.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for (key, value) in object {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        key.writeQuoted(into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The compact form; see `write(into:)`.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }
}

extension JSON: CustomStringConvertible {
  /// The compact form as text; see `write(into:)`.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
  /// Appends the string as a JSON string; see `JSON.write(into:)` for what is escaped.
  package func writeQuoted(into bytes: inout [UInt8]) {
    var copy = self
    copy.withUTF8 { text in
      bytes.append(UInt8(ascii: "\""))
      if let first = text.baseAddress { writeEscaped(first, count: text.count, into: &bytes) }
      bytes.append(UInt8(ascii: "\""))
    }
  }
}

private func writeEscaped(
  _ text: UnsafePointer<UInt8>, count: Int, into bytes: inout [UInt8]
) {
  var written = 0
  var position = 0
  while true {
    position = SpecialBytes.first(in: text, from: position, to: count, countingDelete: true)
    guard position < count else { break }
    let length = escapedLength(text + position)
    guard length > 0 else {
      position += 1
      continue
    }
    bytes.append(contentsOf: UnsafeBufferPointer(start: text + written, count: position - written))
    writeEscape(of: text + position, into: &bytes)
    position += length
    written = position
  }
  bytes.append(contentsOf: UnsafeBufferPointer(start: text + written, count: count - written))
}

/// The bytes of the character here when it must be escaped; 0 when it is written as it is.
private func escapedLength(_ character: UnsafePointer<UInt8>) -> Int {
  switch character[0] {
  case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"): 1
  case 0xC2 where character[1] < 0xA0: 2
  default: 0
  }
}

private func writeEscape(of character: UnsafePointer<UInt8>, into bytes: inout [UInt8]) {
  bytes.appendEscape(of: character[0] == 0xC2 ? character[1] : character[0])
}

extension [UInt8] {
  /// Appends the escape of a character below U+0100.
  mutating func appendEscape(of character: UInt8) {
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): self += [UInt8(ascii: "\\"), character]
    case 0x08: self += "\\b".utf8
    case 0x0C: self += "\\f".utf8
    case 0x0A: self += "\\n".utf8
    case 0x0D: self += "\\r".utf8
    case 0x09: self += "\\t".utf8
    default:
      self += "\\u00".utf8
      append(hexDigitByte(character >> 4))
      append(hexDigitByte(character & 15))
    }
  }
}

private func hexDigitByte(_ digit: UInt8) -> UInt8 {
  digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}
