package import RexJSON
package import RexLog
import RexRedaction

/// Marks the placeholders in a JSON text that people read.
///
///     {"pin":2130846021}                   {"pin":‹redacted 2130846021›}
///     "Bearer redacted5f0c9a1b77e2d403"    "Bearer ‹redacted5f0c9a1b77e2d403›"
///
/// The text can be truncated, and come in pieces.
package struct PlaceholderMarks {
  private let placeholders: LogPlaceholders
  private var isInString = false
  private var isEscaped = false
  private var isInScalar = false
  /// The end of the pieces so far, in which a placeholder may have begun.
  private var rest: [UInt8] = []

  /// A placeholder is at most as long, with the byte that ends it.
  private static let bytesMax = 40

  package init(_ placeholders: LogPlaceholders) { self.placeholders = placeholders }

  /// Returns the next piece of the text, except for its end, with the placeholders marked.
  package mutating func marking(_ piece: String) -> String {
    rest += piece.utf8
    var limit = max(0, rest.count - Self.bytesMax)
    while limit > 0, rest[limit] & 0xC0 == 0x80 { limit -= 1 }
    return marking(through: limit)
  }

  /// Returns the end of the text.
  package mutating func end() -> String { marking(through: rest.count) }

  private mutating func marking(through limit: Int) -> String {
    var marked: [UInt8] = []
    marked.reserveCapacity(limit)
    var offset = 0
    while offset < limit {
      let end = endOfPlaceholder(at: offset)
      if let end {
        marked += (rest[offset] == UInt8(ascii: "r") ? "‹" : "‹redacted ").utf8
        marked += rest[offset..<end] + Array("›".utf8)
      } else {
        marked.append(rest[offset])
      }
      advance(over: rest[offset])
      offset = end ?? offset + 1
    }
    rest.removeFirst(offset)
    return String(decoding: marked, as: UTF8.self)
  }

  private func endOfPlaceholder(at offset: Int) -> Int? {
    switch rest[offset] {
    case _ where isEscaped || placeholders.numbers == nil: nil
    case UInt8(ascii: "r"),
      UInt8(ascii: "7") where isInString:
      endOfText(at: offset)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): endOfNumber(at: offset)
    default: nil
    }
  }

  private func endOfText(at offset: Int) -> Int? {
    rest[offset...].withUnsafeBufferPointer { Placeholder.end(ofPlaceholderAt: 0, in: $0) }
      .map { offset + $0 }
  }

  private func endOfNumber(at offset: Int) -> Int? {
    guard !isInString, !isInScalar else { return nil }
    let text = rest[offset...].prefix { $0.isInScalar }
    // A truncated number ends in an ellipsis.
    guard text.endIndex == rest.endIndex || rest[text.endIndex] < 0x80,
      let number = JSONNumber(text: String(decoding: text, as: UTF8.self)),
      placeholders.isUnknown(.number(number))
    else { return nil }
    return text.endIndex
  }

  private mutating func advance(over byte: UInt8) {
    isInScalar = byte.isInScalar
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\"") {
      isInString.toggle()
    } else {
      isEscaped = isInString && byte == UInt8(ascii: "\\")
    }
  }
}

extension UInt8 {
  /// Whether the byte can be a part of a number or a word.
  fileprivate var isInScalar: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension LogPlaceholders {
  /// Returns a JSON text with its placeholders marked, for people.
  package func marking(_ text: String) -> String {
    var marks = PlaceholderMarks(self)
    return marks.marking(text) + marks.end()
  }
}

extension LogText {
  /// A value on one line, truncated if long, with its placeholders marked.
  package static func value(_ json: JSON?, marking placeholders: LogPlaceholders?) -> String {
    placeholders?.marking(value(json)) ?? value(json)
  }
}
