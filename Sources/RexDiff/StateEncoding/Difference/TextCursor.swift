/// A position in fragmented text that moves over values.
///
/// It does not read past the end of its slice, where all containers end.
struct TextCursor: ~Copyable {
  let text: FragmentedText
  private(set) var position: Position
  private let start: Position
  private let end: Position

  /// A byte offset, and the index of the next fragment.
  struct Position {
    var offset: Int
    var fragment: Int
  }

  init(_ slice: TextSlice) {
    text = slice.text
    start = Position(offset: slice.range.lowerBound, fragment: slice.fragmentRange.lowerBound)
    position = start
    end = Position(offset: slice.range.upperBound, fragment: slice.fragmentRange.upperBound)
  }

  /// The byte at the position; a closing brace after the end.
  @inline(__always)
  var byte: UInt8 { position.offset < end.offset ? text.bytes[position.offset] : UInt8(ascii: "}") }

  var isAtStart: Bool { position.offset == start.offset }

  mutating func skipByte() { position.offset += 1 }

  mutating func move(to position: Position) { self.position = position }

  mutating func takeFragment() -> Fragment {
    defer {
      position.offset += 1
      position.fragment += 1
    }
    return text.fragments[position.fragment]
  }

  /// Returns a member's encoded key without quotes, and moves to the value after it.
  mutating func takeKey() -> ArraySlice<UInt8> {
    let end = text.bytes.endOfString(at: position.offset)
    defer { position.offset = end + 1 }
    return text.bytes[position.offset + 1..<end - 1]
  }

  mutating func takeValue() -> TextSlice {
    let start = position
    let (end, sentinelCount) = text.bytes.endOfValue(at: start.offset)
    position = Position(offset: end, fragment: start.fragment + sentinelCount)
    return slice(from: start)
  }

  /// Returns the text between an earlier position and this one.
  func slice(from start: Position) -> TextSlice {
    TextSlice(
      text: text, range: start.offset..<position.offset,
      fragmentRange: start.fragment..<position.fragment)
  }

  /// The text from here to the end.
  var rest: TextSlice {
    TextSlice(
      text: text, range: position.offset..<end.offset,
      fragmentRange: position.fragment..<end.fragment)
  }
}

extension TextCursor {
  /// Moves both over a member if its text and fragments are equal; otherwise, moves neither.
  mutating func skipMember(sameIn other: inout TextCursor) -> Bool {
    let bytes = text.bytes
    let (end, sentinelCount) = bytes.endOfValue(at: bytes.endOfString(at: position.offset) + 1)
    return skip(end - position.offset, sentinelCount, sameIn: &other)
  }

  /// Moves both to the end if the rest of their text and fragments is equal; otherwise, moves
  /// neither.
  mutating func skipRest(sameIn other: inout TextCursor) -> Bool {
    other.end.offset - other.position.offset == end.offset - position.offset
      && other.end.fragment - other.position.fragment == end.fragment - position.fragment
      && skip(end.offset - position.offset, end.fragment - position.fragment, sameIn: &other)
  }

  private mutating func skip(
    _ byteCount: Int, _ fragmentCount: Int, sameIn other: inout TextCursor
  ) -> Bool {
    let otherEnd = Position(
      offset: other.position.offset + byteCount, fragment: other.position.fragment + fragmentCount)
    guard otherEnd.offset <= other.end.offset, otherEnd.fragment <= other.end.fragment,
      // Otherwise, the value may be longer in the other text, as in 12 and 123.
      otherEnd.offset == other.end.offset || other.text.bytes[otherEnd.offset].endsScalar
    else { return false }
    let isSame = text.bytes.withUnsafeBytes { mine in
      other.text.bytes.withUnsafeBytes { theirs in
        UnsafeRawBufferPointer(rebasing: mine[position.offset..<position.offset + byteCount])
          .hasSameBytes(
            as: UnsafeRawBufferPointer(rebasing: theirs[other.position.offset..<otherEnd.offset]))
      }
    }
    guard isSame else { return false }
    for index in 0..<fragmentCount
    where text.fragments[position.fragment + index]
      !== other.text.fragments[other.position.fragment + index]
    {
      return false
    }
    position = Position(
      offset: position.offset + byteCount, fragment: position.fragment + fragmentCount)
    other.position = otherEnd
    return true
  }
}
