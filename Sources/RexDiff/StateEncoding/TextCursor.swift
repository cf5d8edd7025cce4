/// A place in marked text that moves over values.
struct TextCursor {
  let text: MarkedText
  private(set) var offset: Int
  private(set) var part: Int
  private let scanner: TextScanner

  init(_ slice: TextSlice) {
    text = slice.text
    offset = slice.range.lowerBound
    part = slice.partRange.lowerBound
    scanner = TextScanner(slice.text.bytes)
  }

  @inline(__always)
  var byte: UInt8 { scanner.byte(at: offset) }

  mutating func skipByte() { offset += 1 }

  mutating func takePart() -> Part {
    defer {
      offset += 1
      part += 1
    }
    return text.parts[part]
  }

  /// A member's key as it is written between its quotes; moves to the value behind it.
  mutating func takeKey() -> ArraySlice<UInt8> {
    let end = scanner.endOfString(at: offset)
    defer { offset = end + 1 }
    return text.bytes[offset + 1..<end - 1]
  }

  mutating func takeValue() -> TextSlice {
    let (end, markCount) = scanner.endOfValue(at: offset)
    defer {
      offset = end
      part += markCount
    }
    return TextSlice(text: text, range: offset..<end, partRange: part..<part + markCount)
  }
}
