/// A destination of text: a caller's array, or a buffer of this module.
protocol ByteSink: ~Copyable {
  mutating func append(_ byte: UInt8)
  mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int)
  /// The number of bytes that it still takes; it ignores the rest.
  var room: Int { get }
}

extension ByteSink where Self: ~Copyable {
  var room: Int { .max }
}

extension [UInt8]: ByteSink {
  mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
    append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// A growable buffer of bytes, without an array's uniqueness check at each step.
struct ByteBuffer: ByteSink, ~Copyable {
  private(set) var start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    assert(count < capacity, "the byte fits")
    start[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafePointer<UInt8>, count added: Int) {
    assert(added >= 0, "bytes are added")
    reserve(added)
    assert(added <= capacity - count, "the bytes fit")
    (start + count).update(from: bytes, count: added)
    count &+= added
  }

  /// Removes the bytes from an offset on.
  mutating func removeAll(from offset: Int) {
    assert((0...count).contains(offset), "the offset is in the buffer")
    count = offset
  }

  @inline(__always)
  private mutating func reserve(_ added: Int) {
    if capacity &- count < added { grow(by: added) }
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    capacity = max(capacity * 2, count + added)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }

  subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    assert(range.lowerBound >= 0 && range.upperBound <= count, "the range is in the buffer")
    return UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
  }
}

extension [UInt8] {
  init(_ buffer: borrowing ByteBuffer) {
    self.init(buffer[0..<buffer.count])
  }
}

extension ByteSink where Self: ~Copyable {
  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Appends a text's UTF-8 bytes unchanged.
  @inline(__always)
  mutating func append(text: String) {
    var copy = text
    copy.withUTF8 { if let start = $0.baseAddress { append(start, count: $0.count) } }
  }

  /// Appends a text as a JSON string; see `JSON.write(into:)` for the escapes.
  @inline(__always)
  mutating func append(quoted text: String) {
    var copy = text
    append(UInt8(ascii: "\""))
    copy.withUTF8 { if let start = $0.baseAddress { append(escaping: start, count: $0.count) } }
    append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private mutating func append(escaping text: UnsafePointer<UInt8>, count: Int) {
    let special = SpecialBytes.first(in: text, from: 0, to: count, countingDelete: true)
    append(text, count: special)
    if special < count { append(escaping: text, from: special, count: count) }
  }

  @inline(never)
  private mutating func append(escaping text: UnsafePointer<UInt8>, from start: Int, count: Int) {
    var written = start
    var position = start
    while position < count {
      let length = escapedLength(text + position)
      if length == 0 {
        position += 1
      } else {
        append(text + written, count: position - written)
        append(escapeOf: length == 1 ? text[position] : text[position + 1])
        position += length
        written = position
      }
      position = SpecialBytes.first(in: text, from: position, to: count, countingDelete: true)
    }
    append(text + written, count: count - written)
  }

  /// Appends the escape of a character below U+0100.
  mutating func append(escapeOf character: UInt8) {
    switch character {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append("\\u00")
      append(hexDigitByte(character >> 4))
      append(hexDigitByte(character & 15))
    }
  }
}

/// Returns the length of the character if it must be escaped; 0 if it is written unchanged.
private func escapedLength(_ character: UnsafePointer<UInt8>) -> Int {
  switch character[0] {
  case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"): 1
  case 0xC2 where character[1] < 0xA0: 2
  default: 0
  }
}

private func hexDigitByte(_ digit: UInt8) -> UInt8 {
  digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}
