import RexJSON

/// A pattern of actions' types.
///
///     cart           cart, and the types nested in it: cart.add, cart.line.setCount
///     *.loaded       what ends in .loaded; * matches any characters
///     "cart"         a JSON string: only cart itself
package struct TypePattern: Sendable, Hashable {
  /// The pattern's text.
  package let text: String
  private let kind: Kind

  private enum Kind: Hashable {
    case exact([UInt8])
    /// A pattern for a type, and the one for those nested in it.
    case globs([UInt8], nested: [UInt8])
  }

  /// A pattern from its text; any text is one.
  package init(_ text: String) {
    self.text = text
    if text.utf8.first == UInt8(ascii: "\""), let type = (try? JSON(parsing: text))?.string {
      kind = .exact(Array(type.utf8))
    } else {
      kind = .globs(Array(text.utf8), nested: Array("\(text).*".utf8))
    }
  }

  /// The only type that matches; nil if others may.
  package var exactType: String? {
    if case .exact(let type) = kind { String(decoding: type, as: UTF8.self) } else { nil }
  }

  /// Returns whether a type matches.
  package func matches(_ type: String) -> Bool {
    var type = type
    return type.withUTF8 { type in
      switch kind {
      case .exact(let wanted): type.elementsEqual(wanted)
      case .globs(let own, let nested): Self.matches(own, type) || Self.matches(nested, type)
      }
    }
  }

  /// Matches greedily, and backtracks to the last star.
  private static func matches(_ pattern: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (position, index) = (0, 0)
    var star: (position: Int, index: Int)?
    while index < text.count {
      if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
        star = (position, index)
        position += 1
      } else if position < pattern.count, pattern[position] == text[index] {
        (position, index) = (position + 1, index + 1)
      } else if let last = star {
        star = (last.position, last.index + 1)
        (position, index) = (last.position + 1, last.index + 1)
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
