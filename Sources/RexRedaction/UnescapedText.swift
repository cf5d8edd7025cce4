/// A text as it reads once every escape in it is read, those that come about by reading others too.
///
///     text    p % 2 5 3 4 s s        bytes   p 4 s s
///             0 1 2 3 4 5 6 7        breaks  1 comes from 1, 2 from 6
///
/// Escapes are JSON's and Swift's (`\"`, `\n`, `\u00e9`, `\u{e9}`), a URL's (`%C3%A9`) and those of
/// a JSON Pointer (`~0`, `~1`). The bytes are a stack: an escape that a byte completes is taken
/// off, and what it stands for is put on. So any nesting is read in one pass, and the time and
/// memory it takes are in proportion to the text.
struct UnescapedText {
  private(set) var bytes: [UInt8] = []
  /// How many bytes were put on the stack.
  private(set) var work = 0
  private let sourceCount: Int
  /// Where a byte does not come from right behind the one before it.
  private var breaks: [Break] = []

  private struct Break {
    /// The place of a byte in what was read.
    var offset: UInt32
    /// Where it comes from in the text.
    var source: UInt32

    func source(of offset: Int) -> Int { Int(source) + offset - Int(self.offset) }
  }

  private struct Escape {
    var count: Int
    var value: [UInt8]
  }

  /// Reads a text; nil where no escape is in it.
  init?(_ text: [UInt8]) {
    guard let first = text.firstIndex(where: UnescapedText.leads.contains),
      text.count <= Int(UInt32.max)
    else { return nil }
    sourceCount = text.count
    bytes.reserveCapacity(text.count)
    bytes += text[..<first]
    work = first
    for source in first..<text.count {
      push(text[source], from: source)
      while let escape = escapeAtEnd() { replace(escape) }
    }
    if breaks.isEmpty, bytes.count == text.count { return nil }
  }

  /// A text with every escape read.
  static func reading(_ text: [UInt8]) -> [UInt8] { UnescapedText(text)?.bytes ?? text }

  private static let leads = ByteSet(#"\%~"#.utf8)

  /// The place in the text of some of the bytes.
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

  private mutating func push(_ byte: UInt8, from source: Int) {
    let offset = bytes.count
    bytes.append(byte)
    work += 1
    if source != breaks.last?.source(of: offset) ?? offset {
      breaks.append(Break(offset: UInt32(offset), source: UInt32(source)))
    }
  }

  private mutating func replace(_ escape: Escape) {
    let start = bytes.count - escape.count
    while let last = breaks.last, last.offset > start { breaks.removeLast() }
    let source = breaks.last?.source(of: start) ?? start
    if let last = breaks.last, last.offset == start { breaks.removeLast() }
    bytes.removeSubrange(start...)
    for byte in escape.value { push(byte, from: source) }
  }
}

extension UnescapedText {
  /// The escape that the last byte completes.
  private func escapeAtEnd() -> Escape? {
    let count = bytes.count
    guard count >= 2 else { return nil }
    let last = bytes[count - 1]
    if bytes[count - 2] == UInt8(ascii: "\\"), let value = UnescapedText.value(ofBackslash: last) {
      return Escape(count: 2, value: [value])
    }
    if last == UInt8(ascii: "}") { return bracedUnicode }
    guard let low = last.hexValue else { return nil }
    if bytes[count - 2] == UInt8(ascii: "~"), low < 2 {
      return Escape(count: 2, value: [low == 0 ? UInt8(ascii: "~") : UInt8(ascii: "/")])
    }
    guard count >= 3 else { return nil }
    if bytes[count - 3] == UInt8(ascii: "%"), let high = bytes[count - 2].hexValue {
      return Escape(count: 3, value: [high << 4 | low])
    }
    return unicode
  }

  /// What a backslash and one byte stand for.
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

  /// `\u00e9` at the end, or the second half of a pair.
  private var unicode: Escape? {
    guard let low = unit(endingAt: bytes.count) else { return nil }
    guard (0xDC00..<0xE000).contains(low) else {
      return Unicode.Scalar(low).map { Escape(count: 6, value: Array(String($0).utf8)) }
    }
    guard let high = unit(endingAt: bytes.count - 6), (0xD800..<0xDC00).contains(high) else {
      return nil
    }
    let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    return scalar.map { Escape(count: 12, value: Array(String($0).utf8)) }
  }

  private func unit(endingAt end: Int) -> UInt32? {
    guard end >= 6, bytes[end - 6] == UInt8(ascii: "\\"), bytes[end - 5] == UInt8(ascii: "u") else {
      return nil
    }
    return number(bytes[(end - 4)..<end])
  }

  /// `\u{e9}` at the end.
  private var bracedUnicode: Escape? {
    let end = bytes.count - 1
    let digits = bytes[max(0, end - 8)..<end].suffix { $0.hexValue != nil }
    let start = digits.startIndex - 3
    guard start >= 0, bytes[start..<digits.startIndex].elementsEqual(#"\u{"#.utf8),
      let scalar = number(digits).flatMap(Unicode.Scalar.init)
    else { return nil }
    return Escape(count: bytes.count - start, value: Array(String(scalar).utf8))
  }

  private func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
    var number: UInt32 = 0
    for digit in digits {
      guard let value = digit.hexValue else { return nil }
      number = number &<< 4 | UInt32(value)
    }
    return digits.isEmpty ? nil : number
  }
}

extension ArraySlice<UInt8> {
  /// The longest end whose bytes all meet a condition.
  func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let last = lastIndex { !condition($0) }
    return self[(last.map { $0 + 1 } ?? startIndex)...]
  }
}
