/// JSON text in which a mark stands for each part that is kept for itself.
///
///     {"title":"News","messages":▮,"draft":""}        ▮ is the byte 0xFF
///                                │
///                                └▶ parts[0]
struct MarkedText {
  var bytes: [UInt8] = []
  /// The parts in the order of their marks.
  var parts: [Part] = []

  /// The bytes of the whole text, parts written out.
  var byteCount: Int { parts.reduce(bytes.count - parts.count) { $0 + $1.byteCount } }

  /// All of it.
  var slice: TextSlice {
    TextSlice(text: self, range: bytes.startIndex..<bytes.endIndex, partRange: 0..<parts.count)
  }

  mutating func append(_ part: Part) {
    bytes.append(Part.mark)
    parts.append(part)
  }

  mutating func append(_ slice: TextSlice) {
    bytes += slice.text.bytes[slice.range]
    if !slice.partRange.isEmpty { parts += slice.parts }
  }

  /// Takes back what was appended since the text had this many bytes and parts.
  mutating func truncate(to mark: (byteCount: Int, partCount: Int)) {
    bytes.removeSubrange(mark.byteCount...)
    parts.removeSubrange(mark.partCount...)
  }
}

/// A range of a marked text with the parts in it.
struct TextSlice {
  var text: MarkedText
  var range: Range<Int>
  var partRange: Range<Int>

  /// The bytes, parts written out.
  var byteCount: Int {
    partRange.reduce(range.count - partRange.count) { $0 + text.parts[$1].byteCount }
  }

  var parts: ArraySlice<Part> { text.parts[partRange] }

  func write(into bytes: inout [UInt8]) {
    var start = range.lowerBound
    for part in parts {
      let mark = text.bytes[start...].firstIndex(of: Part.mark) ?? range.upperBound
      bytes += text.bytes[start..<mark]
      part.write(into: &bytes)
      start = mark + 1
    }
    bytes += text.bytes[start..<range.upperBound]
  }

  /// The bytes, parts written out.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    write(into: &bytes)
    return bytes
  }

  /// Whether both are the same bytes around the same parts.
  func isIdentical(to other: TextSlice) -> Bool {
    guard range.count == other.range.count, partRange.count == other.partRange.count,
      zip(partRange, other.partRange).allSatisfy({ text.parts[$0] === other.text.parts[$1] })
    else { return false }
    return text.bytes.withUnsafeBytes { mine in
      other.text.bytes.withUnsafeBytes { theirs in
        UnsafeRawBufferPointer(rebasing: mine[range]).hasSameBytes(
          as: UnsafeRawBufferPointer(rebasing: theirs[other.range]))
      }
    }
  }
}
