extension JSON {
  /// Appends the document in its compact form: no white space, keys and numbers as they are.
  ///
  /// Strings escape the quote, the backslash, and what must not reach a terminal raw: U+0000 to
  /// U+001F and U+007F to U+009F. Everything else is written as UTF-8.
  public func write(into bytes: inout [UInt8]) {
    write(to: &bytes)
  }

  /// The compact form; see `write(into:)`.
  public var bytes: [UInt8] {
    var buffer = ByteBuffer(capacity: 256)
    write(to: &buffer)
    return Array(buffer)
  }

  func write<Sink: ByteSink & ~Copyable>(to sink: inout Sink) {
    switch self {
    case .null: sink.append("null")
    case .bool(true): sink.append("true")
    case .bool(false): sink.append("false")
    case .number(let number): sink.append(text: number.text)
    case .string(let text): sink.append(quoted: text)
    case .array(let elements):
      sink.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { sink.append(UInt8(ascii: ",")) }
        isFirst = false
        element.write(to: &sink)
      }
      sink.append(UInt8(ascii: "]"))
    case .object(let object):
      sink.append(UInt8(ascii: "{"))
      var isFirst = true
      for (key, value) in object {
        if !isFirst { sink.append(UInt8(ascii: ",")) }
        isFirst = false
        sink.append(quoted: key)
        sink.append(UInt8(ascii: ":"))
        value.write(to: &sink)
      }
      sink.append(UInt8(ascii: "}"))
    }
  }
}

extension JSON: CustomStringConvertible {
  /// The compact form as text; see `write(into:)`.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
  /// Appends the string as a JSON string; see `JSON.write(into:)` for what is escaped.
  package func writeQuoted(into bytes: inout [UInt8]) {
    bytes.append(quoted: self)
  }
}
