package import RexJSON

extension JSON {
  /// Returns the size of the document's compact text in bytes; nil if it exceeds a limit.
  package func byteCount(atMost limit: Int) -> Int? {
    var rest = limit
    return spendBytes(from: &rest) ? limit - rest : nil
  }

  /// The size of the document's compact text in bytes.
  var byteCount: Int { byteCount(atMost: .max) ?? .max }

  private func spendBytes(from rest: inout Int) -> Bool {
    switch self {
    case .null: rest -= 4
    case .bool(let value): rest -= value ? 4 : 5
    case .number(let number): rest -= number.text.utf8.count
    case .string(let text): rest -= text.quotedByteCount
    case .array(let elements):
      rest -= 2 + max(0, elements.count - 1)
      for element in elements {
        guard rest >= 0, element.spendBytes(from: &rest) else { return false }
      }
    case .object(let members):
      rest -= 2 + max(0, members.count - 1)
      for (key, value) in members {
        rest -= key.quotedByteCount + 1
        guard rest >= 0, value.spendBytes(from: &rest) else { return false }
      }
    }
    return rest >= 0
  }

  /// Subtracts the approximate size of the document's text; returns whether enough bytes were left.
  ///
  /// - Parameter minimum: what each value counts besides its text, since it takes more memory.
  package func spendBytesRoughly(from rest: inout Int, forEachValue minimum: Int) -> Bool {
    rest -= minimum
    switch self {
    case .null, .bool: break
    case .number(let number): rest -= number.text.utf8.count
    case .string(let text): rest -= text.utf8.count
    case .array(let elements):
      for element in elements
      where !element.spendBytesRoughly(from: &rest, forEachValue: minimum) { return false }
    case .object(let members):
      for (key, value) in members {
        rest -= key.utf8.count
        guard value.spendBytesRoughly(from: &rest, forEachValue: minimum) else { return false }
      }
    }
    return rest >= 0
  }
}

extension String {
  /// The size of the text as a JSON string in bytes, with quotes and escapes.
  var quotedByteCount: Int {
    var count = 2 + utf8.count
    var previous: UInt8 = 0
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count += 1
      case 0..<0x20, 0x7F: count += 5
      case 0x80..<0xA0 where previous == 0xC2: count += 4
      default: break
      }
      previous = byte
    }
    return count
  }
}
