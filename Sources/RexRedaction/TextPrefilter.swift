/// Tells most texts without a secret's shape from the others, in one pass that builds nothing.
///
/// Every shape needs one of these, so a text with none of them is not searched:
///
///     a long run       16 bytes of tokens' and base64's alphabets: any token, JWT, base64
///     a scheme         "basic " or "bearer " before 8 such bytes or more
///     a PEM title      "-----"
///     a long number    14 digits with only separators between them, as a card's
///     an IBAN's start  two letters and two digits
///     an assignment    a name of `KeyNames` before `:`, `=` or `(`
///     an escape        `\`, `~`, `+`, or `%` before two hexadecimal digits
///     an `@`           behind a `:`, or anywhere if e-mail addresses are a shape
struct TextPrefilter: Sendable {
  private let names: KeyNames
  private let classes: [UInt8]

  /// What a byte is; those of runs are below `space`, and several of them are joined in one byte.
  private enum Class {
    static let lower: UInt8 = 1
    static let upper: UInt8 = 2
    static let digit: UInt8 = 4
    static let joint: UInt8 = 8
    static let equals: UInt8 = 16
    static let run: UInt8 = 31
    /// What may stand between groups of digits: spaces, and bytes beyond ASCII.
    static let space: UInt8 = 32
    /// What ends a name.
    static let mark: UInt8 = 64
    static let escape: UInt8 = 128
  }

  /// A prefilter of the standard shapes, and of e-mail addresses and phone numbers.
  init(shapes: Set<SecretShape>, keyNames: KeyNames) {
    names = keyNames
    var classes = [UInt8](repeating: 0, count: 256)
    for byte in 0...UInt8.max {
      classes[Int(byte)] =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Class.lower
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Class.upper
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Class.digit
        case UInt8(ascii: "="): Class.equals
        case UInt8(ascii: " "), 0x80...: Class.space
        case UInt8(ascii: ":"), UInt8(ascii: "("): Class.mark
        case UInt8(ascii: "@"): shapes.contains(.email) ? Class.escape : Class.mark
        case _ where "-_./".utf8.contains(byte): Class.joint
        case _ where #"\~+%"#.utf8.contains(byte): Class.escape
        default: 0
        }
    }
    self.classes = classes
  }

  /// No run of a token or of base64 is shorter.
  private static let runBytesMin = 16
  private static let credentialsBytesMin = 8
  private static let cardDigitsMin = 14

  /// Whether a text may hold a secret's shape.
  func mayHoldShape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    classes.withUnsafeBufferPointer { classes in
      var (offset, digitCount, hasColon) = (0, 0, false)
      while offset < text.count {
        let start = offset
        var (kind, kinds) = (UInt8(0), UInt8(0))
        while offset < text.count {
          kind = classes[Int(text[offset])]
          if kind & Class.run == 0 { break }
          kinds |= kind
          offset &+= 1
        }
        if kinds == Class.lower, offset - start < TextPrefilter.runBytesMin {
          digitCount = 0
        } else if kinds != 0,
          mayHoldShape(inRun: start..<offset, kinds, of: text, &digitCount)
        {
          return true
        }
        guard offset < text.count else { return false }
        if kind != Class.space {
          digitCount = 0
          if kind != 0, mayHoldShape(at: offset, kind, of: text, &hasColon) { return true }
        }
        offset &+= 1
      }
      return false
    }
  }

  private func mayHoldShape(
    inRun run: Range<Int>, _ kinds: UInt8, of text: UnsafeBufferPointer<UInt8>,
    _ digitCount: inout Int
  ) -> Bool {
    if run.count >= TextPrefilter.runBytesMin { return true }
    if kinds & Class.equals != 0 {
      for offset in run where text[offset] == UInt8(ascii: "=") {
        if mayBeAssigned(at: offset, in: text) { return true }
      }
    }
    if kinds & Class.joint != 0, run.count >= 5, hasDashes(run, text) { return true }
    if run.count >= TextPrefilter.credentialsBytesMin, kinds & (Class.digit | Class.upper) != 0,
      ends("bearer ", at: run.lowerBound, text) || ends("basic ", at: run.lowerBound, text)
    {
      return true
    }
    guard kinds & Class.digit != 0 else {
      if kinds & (Class.lower | Class.upper) != 0 { digitCount = 0 }
      return false
    }
    return mayHoldNumber(inRun: run, of: text, &digitCount)
  }

  private func mayHoldNumber(
    inRun run: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ digitCount: inout Int
  ) -> Bool {
    // The classes of the last bytes, two bits each: 1 for a letter, 2 for a digit.
    var classes: UInt32 = 0
    for offset in run {
      let byte = text[offset]
      if byte.isDigit {
        digitCount += 1
        classes = classes &<< 2 | 2
        let isIBAN = classes & 0x3FF == 0b00_01_01_10_10
        if isIBAN || digitCount >= TextPrefilter.cardDigitsMin { return true }
      } else if byte.isLetter {
        digitCount = 0
        classes = classes &<< 2 | 1
      } else {
        classes = 0
      }
    }
    return false
  }

  private func mayHoldShape(
    at offset: Int, _ kind: UInt8, of text: UnsafeBufferPointer<UInt8>, _ hasColon: inout Bool
  ) -> Bool {
    switch text[offset] {
    case UInt8(ascii: "%"):
      return offset + 2 < text.count && text[offset + 1].hexValue != nil
        && text[offset + 2].hexValue != nil
    case UInt8(ascii: "@"): return hasColon || kind == Class.escape
    case UInt8(ascii: ":"):
      hasColon = true
      return mayBeAssigned(at: offset, in: text)
    case UInt8(ascii: "("): return mayBeAssigned(at: offset, in: text)
    default: return true
    }
  }

  /// Whether what stands before a mark may be a secret's name.
  private func mayBeAssigned(at mark: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var end = mark
    if text[mark] != UInt8(ascii: "(") {
      while end > 0, text[end - 1].isSpace { end -= 1 }
      if end > 0, text[end - 1] == UInt8(ascii: "\"") || text[end - 1] == UInt8(ascii: "'") {
        end -= 1
      }
    }
    var start = end
    while start > 0, end - start < TextScan.nameBytesMax, text[start - 1].isWord { start -= 1 }
    guard start < end else { return false }
    if names.contains(UnsafeBufferPointer(rebasing: text[start..<end])) { return true }
    // A parameter of a URL has names of its own.
    return text[mark] == UInt8(ascii: "=") && end == mark && start > 0
      && "?&#;".utf8.contains(text[start - 1])
  }

  private func hasDashes(_ run: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var count = 0
    for offset in run {
      count = text[offset] == UInt8(ascii: "-") ? count + 1 : 0
      if count == 5 { return true }
    }
    return false
  }

  private func ends(
    _ word: StaticString, at end: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end >= count else { return false }
    return (0..<count).allSatisfy { offset in
      text[end - count + offset].asciiLowercased == word.utf8Start[offset]
    }
  }
}
