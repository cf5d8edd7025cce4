import RexJSON

/// A text with its escapes decoded.
///
///     text      p % 2 5 3 4 s s
///     1 level   p % 3 4 s s          `%25` is `%`
///     2 levels  p 4 s s              `%34` is `4`; its source is bytes 1 to 5
///
/// Escapes are those of URLs (`%C3%A9`) and, if all are decoded, of JSON and Swift (`\"`, `\n`,
/// `\u00e9`, `\u{e9}`) and JSON Pointer (`~0`, `~1`).
package struct EscapedText {
  /// The text with up to `levelsMax` levels of escapes decoded.
  package private(set) var bytes: [UInt8] = []
  /// The number of bytes that were read.
  private(set) var work = 0
  /// The texts between the original one and `bytes`, each with one more level decoded.
  private var levels: [[UInt8]]
  private let escapes: Escapes

  package enum Escapes {
    case percent
    case all
  }

  /// The limit on levels, so that the work is linear in the text's length.
  private static let levelsMax = 8

  /// Decodes a text; nil if it has no escapes.
  package init?(_ text: UnsafeBufferPointer<UInt8>, decoding escapes: Escapes, levelsMax: Int) {
    self.escapes = escapes
    guard let first = EscapedText.decoded(text, escapes) else { return nil }
    work = text.count
    levels = [Array(text)]
    bytes = first
    while levels.count < min(levelsMax, EscapedText.levelsMax),
      let next = bytes.withUnsafeBufferPointer({ EscapedText.decoded($0, escapes) })
    {
      work += bytes.count
      levels.append(exchange(&bytes, with: next))
    }
  }

  /// Returns the text with all levels decoded.
  package static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    EscapedText(text, decoding: .all, levelsMax: .max)?.bytes ?? Array(text)
  }

  /// Returns the text with one level decoded; nil if it has no escapes.
  private static func decoded(
    _ text: UnsafeBufferPointer<UInt8>, _ escapes: Escapes
  ) -> [UInt8]? {
    var (decoded, end): ([UInt8], Int) = ([], 0)
    forEachEscape(in: text, escapes) { offset, escape in
      if decoded.isEmpty { decoded.reserveCapacity(text.count) }
      decoded += text[end..<offset]
      escape.append(to: &decoded)
      end = offset + escape.byteCount
    }
    if end == 0 { return nil }
    decoded += text[end...]
    return decoded
  }

  /// Returns the ranges in the original text of ranges in `bytes`.
  package func sources(of ranges: [Range<Int>]) -> [Range<Int>] {
    guard !ranges.isEmpty else { return [] }
    let offsets = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    let sources = levels.reversed().reduce(offsets) { offsets, level in
      level.withUnsafeBufferPointer { EscapedText.sources(of: offsets, in: $0, escapes) }
    }
    let source = Dictionary(uniqueKeysWithValues: zip(offsets, sources))
    return ranges.compactMap { range in
      guard let start = source[range.lowerBound], let end = source[range.upperBound] else {
        return nil
      }
      return start..<max(start, end)
    }
  }

  /// Returns the offsets in a text of ascending offsets in its decoded form.
  private static func sources(
    of offsets: [Int], in text: UnsafeBufferPointer<UInt8>, _ escapes: Escapes
  ) -> [Int] {
    var sources: [Int] = []
    // The distance between an offset in the text and the same place in the decoded text.
    var shift = 0
    forEachEscape(in: text, escapes) { offset, escape in
      // A place inside of an escape's value is the escape's beginning.
      while sources.count < offsets.count,
        offsets[sources.count] + shift < offset + escape.valueCount
      {
        sources.append(min(offsets[sources.count] + shift, offset))
      }
      shift += escape.byteCount - escape.valueCount
    }
    while sources.count < offsets.count { sources.append(offsets[sources.count] + shift) }
    return sources
  }

  private static func forEachEscape(
    in text: UnsafeBufferPointer<UInt8>, _ escapes: Escapes, _ body: (Int, Escape) -> Void
  ) {
    var offset = 0
    while offset < text.count {
      let lead = text[offset]
      let isLead =
        lead == UInt8(ascii: "%")
        || escapes == .all && (lead == UInt8(ascii: "\\") || lead == UInt8(ascii: "~"))
      if isLead, let escape = Escape(at: offset, of: text) {
        body(offset, escape)
        offset += escape.byteCount
      } else {
        offset += 1
      }
    }
  }
}

/// An escape in a text.
private struct Escape {
  /// The number of bytes of the escape.
  let byteCount: Int
  /// The value in UTF-8, the first byte in the lowest bits.
  private let value: UInt32
  /// The number of bytes of the value.
  let valueCount: Int

  private init(byteCount: Int, _ byte: UInt8) {
    (self.byteCount, value, valueCount) = (byteCount, UInt32(byte), 1)
  }

  private init?(byteCount: Int, scalar: UInt32) {
    guard let scalar = Unicode.Scalar(scalar) else { return nil }
    let bytes = Array(String(Character(scalar)).utf8)
    self.byteCount = byteCount
    value = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    valueCount = bytes.count
  }

  func append(to bytes: inout [UInt8]) {
    for index in 0..<valueCount {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * index)))
    }
  }

  /// Reads the escape that begins at an offset; nil if there is none.
  init?(at offset: Int, of text: UnsafeBufferPointer<UInt8>) {
    let rest = text[offset...]
    guard rest.count >= 2 else { return nil }
    let next = text[offset + 1]
    switch text[offset] {
    case UInt8(ascii: "%"):
      guard let byte = Escape.number(rest.dropFirst().prefix(2), count: 2) else { return nil }
      self.init(byteCount: 3, UInt8(byte))
    case UInt8(ascii: "~"):
      guard next == UInt8(ascii: "0") || next == UInt8(ascii: "1") else { return nil }
      self.init(byteCount: 2, next == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
    case UInt8(ascii: "\\"):
      guard next == UInt8(ascii: "u") else {
        guard let byte = Escape.value(ofBackslash: next) else { return nil }
        self.init(byteCount: 2, byte)
        return
      }
      self.init(unicodeAt: rest)
    default: return nil
    }
  }

  /// Reads `\u00e9`, a surrogate pair, or `\u{e9}`.
  private init?(unicodeAt rest: Slice<UnsafeBufferPointer<UInt8>>) {
    let digits = rest.dropFirst(2)
    if digits.first == UInt8(ascii: "{") {
      let inside = digits.dropFirst().prefix(8).prefix { $0.hexValue != nil }
      guard digits.dropFirst(1 + inside.count).first == UInt8(ascii: "}"),
        let scalar = Escape.number(inside, count: inside.count), !inside.isEmpty
      else { return nil }
      self.init(byteCount: 4 + inside.count, scalar: scalar)
      return
    }
    guard let unit = Escape.number(digits.prefix(4), count: 4) else { return nil }
    guard (0xD800..<0xDC00).contains(unit) else {
      self.init(byteCount: 6, scalar: unit)
      return
    }
    let second = digits.dropFirst(4)
    guard second.starts(with: #"\u"#.utf8),
      let low = Escape.number(second.dropFirst(2).prefix(4), count: 4),
      (0xDC00..<0xE000).contains(low)
    else { return nil }
    self.init(byteCount: 12, scalar: 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

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

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>, count: Int) -> UInt32? {
    guard digits.count == count else { return nil }
    var number: UInt32 = 0
    for digit in digits {
      guard let value = digit.hexValue else { return nil }
      number = number << 4 | UInt32(value)
    }
    return number
  }
}
