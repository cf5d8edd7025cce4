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

  /// Moves both over a member that has the same text around the same parts; else neither.
  mutating func skipMember(sameIn other: inout TextCursor) -> Bool {
    let (end, markCount) = scanner.endOfValue(at: scanner.endOfString(at: offset) + 1)
    let otherEnd = other.offset + end - offset
    // A number may go on where the other ends.
    guard otherEnd <= other.text.bytes.count, other.scanner.endsValue(at: otherEnd),
      other.part + markCount <= other.text.parts.count
    else { return false }
    let isSame = text.bytes.withUnsafeBytes { mine in
      other.text.bytes.withUnsafeBytes { theirs in
        UnsafeRawBufferPointer(rebasing: mine[offset..<end]).hasSameBytes(
          as: UnsafeRawBufferPointer(rebasing: theirs[other.offset..<otherEnd]))
      }
    }
    guard isSame else { return false }
    for index in 0..<markCount
    where text.parts[part + index] !== other.text.parts[other.part + index] {
      return false
    }
    (offset, part) = (end, part + markCount)
    (other.offset, other.part) = (otherEnd, other.part + markCount)
    return true
  }
}
