extension JSON {
  /// The document for people: one value a line, indented; empty arrays and objects on one line.
  public func prettyPrinted(indent: Int = 2) -> String {
    var bytes: [UInt8] = []
    writePretty(into: &bytes, indent: indent, column: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func writePretty(into bytes: inout [UInt8], indent: Int, column: Int) {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      bytes.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        bytes.breakLine(comma: position > 0, column: column + indent)
        element.writePretty(into: &bytes, indent: indent, column: column + indent)
      }
      bytes.breakLine(comma: false, column: column)
      bytes.append(UInt8(ascii: "]"))
    case .object(let object) where !object.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      for (position, member) in object.enumerated() {
        bytes.breakLine(comma: position > 0, column: column + indent)
        member.key.writeQuoted(into: &bytes)
        bytes += ": ".utf8
        member.value.writePretty(into: &bytes, indent: indent, column: column + indent)
      }
      bytes.breakLine(comma: false, column: column)
      bytes.append(UInt8(ascii: "}"))
    default:
      write(into: &bytes)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func breakLine(comma: Bool, column: Int) {
    if comma { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "\n"))
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(column, 0)))
  }
}
