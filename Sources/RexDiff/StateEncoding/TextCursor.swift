/// A place in marked text that moves over values.
///
/// It does not look behind the end of its slice: all containers end there.
struct TextCursor: ~Copyable {
  let text: MarkedText
  private(set) var place: Place
  private let start: Place
  private let end: Place

  /// Where a cursor stands: at a byte, before a part.
  struct Place {
    var offset: Int
    var part: Int
  }

  init(_ slice: TextSlice) {
    text = slice.text
    start = Place(offset: slice.range.lowerBound, part: slice.partRange.lowerBound)
    place = start
    end = Place(offset: slice.range.upperBound, part: slice.partRange.upperBound)
  }

  /// The byte here; a closing brace behind the end.
  @inline(__always)
  var byte: UInt8 { place.offset < end.offset ? text.bytes[place.offset] : UInt8(ascii: "}") }

  var isAtStart: Bool { place.offset == start.offset }

  mutating func skipByte() { place.offset += 1 }

  mutating func move(to place: Place) { self.place = place }

  mutating func takePart() -> Part {
    defer {
      place.offset += 1
      place.part += 1
    }
    return text.parts[place.part]
  }

  /// A member's key as it is written between its quotes; moves to the value behind it.
  mutating func takeKey() -> ArraySlice<UInt8> {
    let end = text.bytes.endOfString(at: place.offset)
    defer { place.offset = end + 1 }
    return text.bytes[place.offset + 1..<end - 1]
  }

  mutating func takeValue() -> TextSlice {
    let start = place
    let (end, markCount) = text.bytes.endOfValue(at: start.offset)
    place = Place(offset: end, part: start.part + markCount)
    return slice(from: start)
  }

  /// All from an earlier place to this one.
  func slice(from start: Place) -> TextSlice {
    TextSlice(text: text, range: start.offset..<place.offset, partRange: start.part..<place.part)
  }

  /// All from here to the end.
  var rest: TextSlice {
    TextSlice(text: text, range: place.offset..<end.offset, partRange: place.part..<end.part)
  }
}

extension TextCursor {
  /// Moves both over a member that has the same text around the same parts; else neither.
  mutating func skipMember(sameIn other: inout TextCursor) -> Bool {
    let bytes = text.bytes
    let (end, markCount) = bytes.endOfValue(at: bytes.endOfString(at: place.offset) + 1)
    return skip(end - place.offset, markCount, sameIn: &other)
  }

  /// Moves both to their ends where the same text around the same parts is left; else neither.
  mutating func skipRest(sameIn other: inout TextCursor) -> Bool {
    other.end.offset - other.place.offset == end.offset - place.offset
      && other.end.part - other.place.part == end.part - place.part
      && skip(end.offset - place.offset, end.part - place.part, sameIn: &other)
  }

  private mutating func skip(
    _ byteCount: Int, _ partCount: Int, sameIn other: inout TextCursor
  ) -> Bool {
    let otherEnd = Place(
      offset: other.place.offset + byteCount, part: other.place.part + partCount)
    guard otherEnd.offset <= other.end.offset, otherEnd.part <= other.end.part,
      // A number may go on where the other ends.
      otherEnd.offset == other.end.offset || other.text.bytes[otherEnd.offset].endsScalar
    else { return false }
    let isSame = text.bytes.withUnsafeBytes { mine in
      other.text.bytes.withUnsafeBytes { theirs in
        UnsafeRawBufferPointer(rebasing: mine[place.offset..<place.offset + byteCount])
          .hasSameBytes(
            as: UnsafeRawBufferPointer(rebasing: theirs[other.place.offset..<otherEnd.offset]))
      }
    }
    guard isSame else { return false }
    for index in 0..<partCount
    where text.parts[place.part + index] !== other.text.parts[other.place.part + index] {
      return false
    }
    place = Place(offset: place.offset + byteCount, part: place.part + partCount)
    other.place = otherEnd
    return true
  }
}
