package import RexJSON

extension JSON {
  /// The bytes of this document's compact text; nil as soon as they are more than a limit.
  package func byteCount(atMost limit: Int) -> Int? {
    var rest = limit
    return spendBytes(from: &rest) ? limit - rest : nil
  }

  /// The bytes of this document's compact text.
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
}

extension String {
  /// The bytes of this text as a JSON string: quotes, and escapes where the writer makes them.
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
