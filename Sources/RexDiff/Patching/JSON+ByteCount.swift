package import RexJSON

extension JSON {
  /// The size of the document's compact text in bytes.
  var byteCount: Int { byteCount(atMost: .max) ?? .max }

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
