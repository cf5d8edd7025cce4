/// A text as one of its escapings reads, with the place in the text that each byte comes from.
///
///     text    p % 3 4 s s        bytes   p 4 s s
///             0 1 2 3 4 5        starts  0 1 4 5 6
struct TextView {
  /// What the text says once its escapes are read.
  let bytes: [UInt8]
  /// Where each byte comes from, and at last the length of the text.
  private let starts: [Int]

  /// A text as it is.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = Array(0...bytes.count)
  }

  private init(bytes: [UInt8], starts: [Int]) {
    (self.bytes, self.starts) = (bytes, starts)
  }

  /// The place in the text of some of the bytes.
  func source(of range: Range<Int>) -> Range<Int> {
    starts[range.lowerBound]..<starts[range.upperBound]
  }

  /// Every way to read the text, nested escapings too; the text as it is comes first.
  static func all(of bytes: [UInt8]) -> [TextView] {
    var views = [TextView(bytes)]
    var level = views
    for _ in 0..<nestingMax {
      level = level.flatMap { view in Escaping.allCases.compactMap(view.reading) }
      views += level
    }
    return views
  }

  /// Escapes within escapes within escapes: a log in a message in a log.
  private static let nestingMax = 3

  /// The bytes as an escaping reads them; nil when that changes nothing.
  private func reading(_ escaping: Escaping) -> TextView? {
    guard bytes.contains(escaping.lead) else { return nil }
    var read: [UInt8] = []
    var origins: [Int] = []
    read.reserveCapacity(bytes.count)
    origins.reserveCapacity(bytes.count + 1)
    var offset = 0
    var hasChanged = false
    while offset < bytes.count {
      if bytes[offset] == escaping.lead, let (value, length) = escaping.read(bytes[offset...]) {
        read += value
        origins += value.map { _ in starts[offset] }
        offset += length
        hasChanged = true
      } else {
        read.append(bytes[offset])
        origins.append(starts[offset])
        offset += 1
      }
    }
    origins.append(starts[bytes.count])
    return hasChanged ? TextView(bytes: read, starts: origins) : nil
  }
}

/// A way to write bytes by others.
private enum Escaping: CaseIterable {
  /// JSON's and Swift's: `\"`, `\n`, `\u00e9`, `\u{e9}`.
  case backslash
  /// A URL's: `%C3%A9`.
  case percent
  /// A form's: `+` for a space.
  case plus
  /// A JSON Pointer's: `~0` and `~1`.
  case tilde

  var lead: UInt8 {
    switch self {
    case .backslash: UInt8(ascii: "\\")
    case .percent: UInt8(ascii: "%")
    case .plus: UInt8(ascii: "+")
    case .tilde: UInt8(ascii: "~")
    }
  }

  /// The bytes that an escape at the start stands for, and its length; nil when it is none.
  func read(_ text: ArraySlice<UInt8>) -> (value: [UInt8], length: Int)? {
    let start = text.startIndex
    if self == .plus { return ([UInt8(ascii: " ")], 1) }
    guard text.count >= 2 else { return nil }
    switch self {
    case .percent:
      guard text.count >= 3, let high = text[start + 1].hexValue, let low = text[start + 2].hexValue
      else { return nil }
      return ([high << 4 | low], 3)
    case .tilde:
      switch text[start + 1] {
      case UInt8(ascii: "0"): return ([UInt8(ascii: "~")], 2)
      case UInt8(ascii: "1"): return ([UInt8(ascii: "/")], 2)
      default: return nil
      }
    default: return readBackslash(text)
    }
  }

  private func readBackslash(_ text: ArraySlice<UInt8>) -> (value: [UInt8], length: Int)? {
    switch text[text.startIndex + 1] {
    case UInt8(ascii: "n"): ([0x0A], 2)
    case UInt8(ascii: "r"): ([0x0D], 2)
    case UInt8(ascii: "t"): ([0x09], 2)
    case UInt8(ascii: "b"): ([0x08], 2)
    case UInt8(ascii: "f"): ([0x0C], 2)
    case UInt8(ascii: "0"): ([0x00], 2)
    case UInt8(ascii: "u"): readUnicode(text)
    case let byte where !byte.isLetterOrDigit: ([byte], 2)
    default: nil
    }
  }

  private func readUnicode(_ text: ArraySlice<UInt8>) -> (value: [UInt8], length: Int)? {
    let start = text.startIndex
    if text.count > 3, text[start + 2] == UInt8(ascii: "{") {
      let digits = text[(start + 3)...].prefix(9).prefix { $0.hexValue != nil }
      let end = digits.endIndex
      guard end < text.endIndex, text[end] == UInt8(ascii: "}") else { return nil }
      return utf8(of: number(digits)).map { ($0, end + 1 - start) }
    }
    guard let high = unit(text.dropFirst(2)) else { return nil }
    if (0xD800..<0xDC00).contains(high), text.dropFirst(6).starts(with: #"\u"#.utf8),
      let low = unit(text.dropFirst(8)), (0xDC00..<0xE000).contains(low)
    {
      return utf8(of: 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)).map { ($0, 12) }
    }
    return utf8(of: high).map { ($0, 6) }
  }

  private func unit(_ text: ArraySlice<UInt8>) -> UInt32? {
    let digits = text.prefix(4)
    return digits.count == 4 && digits.allSatisfy { $0.hexValue != nil } ? number(digits) : nil
  }

  private func number(_ digits: ArraySlice<UInt8>) -> UInt32 {
    digits.reduce(0) { $0 &<< 4 | UInt32($1.hexValue ?? 0) }
  }

  private func utf8(of value: UInt32) -> [UInt8]? {
    Unicode.Scalar(value).map { Array(String(Character($0)).utf8) }
  }
}
