/// The text of queries in warnings.
extension Query: CustomStringConvertible {
  /// The query, if it is singular: `@.isOpen`.
  var description: String {
    let start =
      switch root {
      case .node: "@"
      case .document(.after): "$"
      case .document(.before): "$$"
      case .document(.entry): "@@"
      }
    return segments.reduce(into: start) { text, segment in
      switch segment {
      case .step(.name(let name)):
        text += name.isWord ? ".\(name)" : "[\(NormalizedPath.quoted(name))]"
      case .step(.index(let index)): text += "[\(index)]"
      case .calculated, .children, .descendants: text += "…"
      }
    }
  }
}

extension String {
  /// Whether a name needs no quotes in a query.
  fileprivate var isWord: Bool {
    guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
    return utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
