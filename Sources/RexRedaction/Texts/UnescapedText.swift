import RexJSON

/// A text with all escapes decoded, including those that result from decoding others.
///
///     text    p % 2 5 3 4 s s        bytes   p 4 s s
///             0 1 2 3 4 5 6 7        breaks  byte 1 comes from 1, byte 2 from 6
///
/// Escapes are those of JSON and Swift (`\"`, `\n`, `\u00e9`, `\u{e9}`), URLs (`%C3%A9`) and JSON
/// Pointer (`~0`, `~1`). The bytes are a stack: when a byte completes an escape, the escape is
/// popped and its value is pushed. So any nesting is decoded in one pass, in linear time and
/// memory.
struct UnescapedText {
  private(set) var bytes: [UInt8]
  /// The number of bytes that were pushed.
  private(set) var work: Int
  private let sourceCount: Int
  /// The bytes whose source does not directly follow that of the byte before.
  private let breaks: [EscapeStack.Break]

  /// The maximum size of a text whose sources are kept, since their offsets have 32 bits.
  static let sourceBytesMax = Int(clamping: UInt32.max)

  /// Decodes a text; nil if it has no escapes.
  ///
  /// - Parameters:
  ///   - text: The text, of at most `sourceBytesMax` if sources are kept.
  ///   - keepingSources: Whether to keep the data for `source(of:)`, which takes memory.
  init?(_ text: UnsafeBufferPointer<UInt8>, keepingSources: Bool = true) {
    guard let first = text.firstIndex(where: ByteSet.escapeLeads.contains) else { return nil }
    var (breaks, work) = ([EscapeStack.Break](), first)
    // An escape's value is never longer than the escape.
    bytes = [UInt8](unsafeUninitializedCapacity: text.count) { buffer, count in
      var stack = EscapeStack(buffer, keepsBreaks: keepingSources)
      stack.read(text, first: first)
      (count, breaks) = (stack.count, stack.breaks)
      work += stack.work
    }
    (self.breaks, self.work, sourceCount) = (breaks, work, text.count)
    if bytes.count == text.count { return nil }
  }

  /// Returns a text with all escapes decoded.
  static func unescaped(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { UnescapedText($0, keepingSources: false)?.bytes } ?? text
  }

  /// Returns the source range of some of the bytes.
  func source(of range: Range<Int>) -> Range<Int> {
    source(of: range.lowerBound)..<max(source(of: range.lowerBound), source(of: range.upperBound))
  }

  private func source(of offset: Int) -> Int {
    guard offset < bytes.count else { return sourceCount }
    var (low, high) = (0, breaks.count)
    while low < high {
      let middle = (low + high) / 2
      if breaks[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? offset : breaks[low - 1].source(of: offset)
  }
}

/// The decoded bytes so far, as a stack in a buffer of the text's length.
private struct EscapeStack {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let keepsBreaks: Bool
  private(set) var count = 0
  private(set) var work = 0
  private(set) var breaks: [Break] = []
  /// The source of the next byte if it directly follows the last one.
  private var nextSource = 0

  struct Break {
    /// The offset of a byte in the decoded bytes.
    var offset: UInt32
    /// Its offset in the text.
    var source: UInt32

    func source(of offset: Int) -> Int { Int(source) + offset - Int(self.offset) }
  }

  private struct Escape {
    var count: Int
    /// The value's bytes, at most four, the first in the lowest bits.
    var value: UInt32
    var valueCount = 1
  }

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, keepsBreaks: Bool) {
    (self.bytes, self.keepsBreaks) = (bytes, keepsBreaks)
  }

  /// Decodes a text whose first escape character is at a known offset.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>, first: Int) {
    _ = bytes.update(fromContentsOf: text[..<first])
    (count, nextSource) = (first, first)
    // The number of further bytes that may complete an escape on the stack.
    var reach = 0
    for source in first..<text.count {
      let byte = text[source]
      if ByteSet.escapeLeads.contains(byte) { reach = EscapeStack.escapeBytesMax }
      push(byte, from: source)
      guard reach > 0 else { continue }
      reach &-= 1
      var last = byte
      while let escape = escape(endingWith: last) {
        replace(escape)
        last = bytes[count &- 1]
        reach = EscapeStack.escapeBytesMax
      }
    }
  }

  /// The length of the longest escape: `\u{0010FFFF}`, or a surrogate pair.
  private static let escapeBytesMax = 12

  @inline(__always)
  private mutating func push(_ byte: UInt8, from source: Int) {
    bytes.initializeElement(at: count, to: byte)
    if keepsBreaks {
      if source != nextSource {
        breaks.append(Break(offset: UInt32(count), source: UInt32(source)))
      }
      nextSource = source &+ 1
    }
    count &+= 1
    work &+= 1
  }

  private mutating func replace(_ escape: Escape) {
    count -= escape.count
    var source = 0
    if keepsBreaks {
      while let last = breaks.last, last.offset > count { breaks.removeLast() }
      source = breaks.last?.source(of: count) ?? count
      if let last = breaks.last, last.offset == count { breaks.removeLast() }
      nextSource = breaks.last?.source(of: count) ?? count
    }
    var value = escape.value
    for _ in 0..<escape.valueCount {
      push(UInt8(truncatingIfNeeded: value), from: source)
      value >>= 8
    }
  }
}

extension EscapeStack {
  /// Returns the escape that the last byte completes, if any.
  @inline(__always)
  private func escape(endingWith last: UInt8) -> Escape? {
    guard count >= 2 else { return nil }
    let before = bytes[count &- 2]
    if before == UInt8(ascii: "\\") {
      return EscapeStack.value(ofBackslash: last).map { escape(count: 2, $0) }
    }
    if before == UInt8(ascii: "~") {
      switch last {
      case UInt8(ascii: "0"): return escape(count: 2, UInt8(ascii: "~"))
      case UInt8(ascii: "1"): return escape(count: 2, UInt8(ascii: "/"))
      default: return nil
      }
    }
    guard count >= 3, ByteSet.hex.contains(last) || last == UInt8(ascii: "}") else { return nil }
    if bytes[count &- 3] == UInt8(ascii: "%") {
      guard let high = before.hexValue, let low = last.hexValue else { return braced(last) }
      return escape(count: 3, high << 4 | low)
    }
    if count >= 6, bytes[count &- 6] == UInt8(ascii: "\\") { return unicode ?? braced(last) }
    return braced(last)
  }

  @inline(__always)
  private func braced(_ last: UInt8) -> Escape? {
    last == UInt8(ascii: "}") ? bracedUnicode : nil
  }

  @inline(__always)
  private func escape(count: Int, _ byte: UInt8) -> Escape {
    Escape(count: count, value: UInt32(byte))
  }

  /// Returns the value of a backslash and one byte.
  private static func value(ofBackslash byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "0"): 0x00
    default: byte.isLetterOrDigit ? nil : byte
    }
  }

  /// The `\u00e9` at the end, or a surrogate pair.
  private var unicode: Escape? {
    guard let low = unit(endingAt: count) else { return nil }
    guard (0xDC00..<0xE000).contains(low) else {
      return scalar(low, count: 6)
    }
    guard let high = unit(endingAt: count - 6), (0xD800..<0xDC00).contains(high) else {
      return nil
    }
    return scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), count: 12)
  }

  private func unit(endingAt end: Int) -> UInt32? {
    guard end >= 6, bytes[end - 6] == UInt8(ascii: "\\"), bytes[end - 5] == UInt8(ascii: "u") else {
      return nil
    }
    return number((end - 4)..<end)
  }

  /// The `\u{e9}` at the end.
  private var bracedUnicode: Escape? {
    let end = count - 1
    var first = end
    while first > 0, end - first < 8, bytes[first - 1].hexValue != nil { first -= 1 }
    guard first >= 3, bytes[first - 1] == UInt8(ascii: "{"), bytes[first - 2] == UInt8(ascii: "u"),
      bytes[first - 3] == UInt8(ascii: "\\"), first < end
    else { return nil }
    return number(first..<end).flatMap { scalar($0, count: count - first + 3) }
  }

  private func number(_ digits: Range<Int>) -> UInt32? {
    var number: UInt32 = 0
    for offset in digits {
      guard let value = bytes[offset].hexValue else { return nil }
      number = number &<< 4 | UInt32(value)
    }
    return number
  }

  private func scalar(_ number: UInt32, count: Int) -> Escape? {
    if let byte = UInt8(exactly: number), byte < 0x80 { return escape(count: count, byte) }
    guard let scalar = Unicode.Scalar(number) else { return nil }
    var escape = Escape(count: count, value: 0, valueCount: 0)
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      escape.value |= UInt32(byte) << UInt32(8 * escape.valueCount)
      escape.valueCount += 1
    }
    return escape
  }
}
