/// What one look at a text's bytes tells, before anything is searched.
struct TextLook {
  /// Whether the text, as it stands, may hold a secret's shape.
  var mayHoldShape = false
  /// Whether it has escapes, so that it may read otherwise.
  var hasEscapes = false
  /// Whether it has a `+`, which forms write for a space.
  var hasPlus = false
}

/// Tells most texts without a secret's shape from the others, in one pass that builds nothing.
///
/// Every shape needs one of these, so a text with none of them is not searched:
///
///     a prefix         of a vendor's token, or `eyJ`, at the start of a word
///     base64           16 bytes of its alphabets that are a text
///     a scheme         "basic " or "bearer " before 8 bytes of a token's alphabet or more
///     a PEM title      "-----"
///     a number         with a card's or an IBAN's check digits
///     an assignment    a name of `KeyNames` before `:`, `=` or `(`
///     `+` and `~`      which stand in numbers, tokens and base64
///     an `@`           behind a `:`, or anywhere if e-mail addresses are a shape
///
/// Escapes are told, too: what they stand for is a text of its own.
struct TextPrefilter: Sendable {
  private let names: KeyNames
  private let classes: [UInt8]

  /// What a byte is; those of runs are below `mark`, and several of them are joined in one byte.
  private enum Class {
    static let lower: UInt8 = 1
    static let upper: UInt8 = 2
    static let digit: UInt8 = 4
    static let wordStart: UInt8 = 7
    static let joint: UInt8 = 8
    static let equals: UInt8 = 16
    static let run: UInt8 = 31
    /// What ends a name.
    static let mark: UInt8 = 32
    static let escape: UInt8 = 64
    /// What makes a text one to be searched.
    static let shape: UInt8 = 128
  }

  /// A prefilter of the standard shapes, and of e-mail addresses and phone numbers.
  init(shapes: Set<SecretShape>, keyNames: KeyNames) {
    names = keyNames
    classes = (0...UInt8.max).map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): Class.lower
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): Class.upper
      case UInt8(ascii: "0")...UInt8(ascii: "9"): Class.digit
      case UInt8(ascii: "="): Class.equals
      case UInt8(ascii: ":"), UInt8(ascii: "("): Class.mark
      case UInt8(ascii: "@"): shapes.contains(.email) ? Class.shape : Class.mark
      case UInt8(ascii: "+"), UInt8(ascii: "~"): Class.shape
      case UInt8(ascii: "\\"), UInt8(ascii: "%"): Class.escape
      case _ where "-_./".utf8.contains(byte): Class.joint
      default: 0
      }
    }
  }

  /// No run of a token or of base64 is shorter.
  private static let runBytesMin = 16
  private static let credentialsBytesMin = 8
  private static let dashesMin = 5

  /// Looks at a text; where it may hold a shape, it is not looked at any further.
  func look(at text: UnsafeBufferPointer<UInt8>, work: inout Int) -> TextLook {
    var scan = TextScan(text)
    defer { work += scan.work + text.count }
    return classes.withUnsafeBufferPointer { classes in
      var look = TextLook()
      var (offset, hasColon) = (0, false)
      while true {
        let start = offset
        var (kind, kinds) = (UInt8(0), UInt8(0))
        while offset < text.count {
          kind = classes[Int(text[offset])]
          if kind & Class.run == 0 { break }
          kinds |= kind
          offset &+= 1
        }
        if kinds > Class.lower || offset &- start >= TextPrefilter.runBytesMin,
          mayHoldShape(inRun: start..<offset, kinds, classes, &scan)
        {
          return TextLook(mayHoldShape: true, hasEscapes: true, hasPlus: true)
        }
        guard offset < text.count else { return look }
        if kind == Class.escape {
          look.hasEscapes = look.hasEscapes || isEscape(at: offset, in: text)
        } else if kind != 0, kind == Class.shape || mayHoldShape(atMark: offset, &hasColon, text) {
          return TextLook(mayHoldShape: true, hasEscapes: true, hasPlus: true)
        }
        offset &+= 1
      }
    }
  }

  /// Whether a backslash, or a percent sign before two digits, stands at a place.
  ///
  /// A percent sign whose digits are escapes themselves stands before one of those.
  private func isEscape(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    text[offset] == UInt8(ascii: "\\")
      || offset + 2 < text.count && text[offset + 1].hexValue != nil
        && text[offset + 2].hexValue != nil
  }

  private func mayHoldShape(
    atMark offset: Int, _ hasColon: inout Bool, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if text[offset] == UInt8(ascii: "@") { return hasColon }
    hasColon = hasColon || text[offset] == UInt8(ascii: ":")
    return mayBeAssigned(at: offset, in: text)
  }
}

/// What may be in a run of letters, digits, joints and equals signs.
extension TextPrefilter {
  private func mayHoldShape(
    inRun run: Range<Int>, _ kinds: UInt8, _ classes: UnsafeBufferPointer<UInt8>,
    _ scan: inout TextScan
  ) -> Bool {
    if kinds & Class.equals != 0 {
      for offset in run where scan.text[offset] == UInt8(ascii: "=") {
        if mayBeAssigned(at: offset, in: scan.text) { return true }
      }
    }
    // Without letters and digits there is no word, and base64 stands for no character of ASCII.
    guard kinds & Class.wordStart != 0 else { return false }
    if kinds & Class.joint != 0, run.count > TextPrefilter.dashesMin, hasDashes(run, scan.text) {
      return true
    }
    if run.count >= TextPrefilter.credentialsBytesMin, kinds & (Class.digit | Class.upper) != 0,
      ends("bearer ", at: run.lowerBound, scan.text)
        || ends("basic ", at: run.lowerBound, scan.text)
    {
      return true
    }
    guard kinds & Class.digit != 0 || run.count >= TextPrefilter.runBytesMin else { return false }
    var isInWord = false
    for offset in run {
      let kind = classes[Int(scan.text[offset])] & Class.wordStart
      if kind != 0, !isInWord, mayBegin(at: offset, kind, in: run, kinds, &scan) { return true }
      isInWord = kind != 0
    }
    return run.count >= TextPrefilter.runBytesMin && mayHoldBase64(run, &scan)
  }

  /// Whether a shape may begin with the first letter or digit of a word.
  @inline(__always)
  private func mayBegin(
    at offset: Int, _ kind: UInt8, in run: Range<Int>, _ kinds: UInt8, _ scan: inout TextScan
  ) -> Bool {
    if kind == Class.digit { return scan.mayBeCard(at: offset) && scan.cardNumber(at: offset) != nil }
    if run.upperBound - offset >= TextPrefilter.runBytesMin {
      if scan.has("eyJ", at: offset) || scan.token(at: offset) != nil { return true }
    }
    return kinds & Class.digit != 0 && scan.iban(at: offset) != nil
  }

  private func mayHoldBase64(_ run: Range<Int>, _ scan: inout TextScan) -> Bool {
    var start = run.lowerBound
    while start < run.upperBound {
      var end = start
      while end < run.upperBound, scan.text[end] != UInt8(ascii: ".") { end += 1 }
      if end - start >= EncodedRuns.bytesMin {
        let textEnd = EncodedRuns.endOfText(inBase64: start..<end, of: scan.text)
        scan.work += textEnd - start
        if textEnd == end { return true }
      }
      start = end + 1
    }
    return false
  }

  private func hasDashes(_ run: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var count = 0
    for offset in run {
      count = text[offset] == UInt8(ascii: "-") ? count + 1 : 0
      if count == TextPrefilter.dashesMin { return true }
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

  /// Whether what stands before a mark may be a secret's name.
  private func mayBeAssigned(at mark: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var end = mark
    if text[mark] != UInt8(ascii: "(") {
      while end > 0, text[end - 1].isSpace { end -= 1 }
      if end > 0, text[end - 1] == UInt8(ascii: "\"") || text[end - 1] == UInt8(ascii: "'") {
        end -= 1
      }
      while end > 0, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    }
    var start = end
    while start > 0, end - start < TextScan.nameBytesMax, text[start - 1].isWord { start -= 1 }
    guard start < end else { return false }
    let name = UnsafeBufferPointer(rebasing: text[start..<end])
    if names.contains(name) { return true }
    // A parameter of a URL has names of its own.
    guard text[mark] == UInt8(ascii: "="), end == mark, start > 0 else { return false }
    return (text[start - 1].isWord || "?&#;".utf8.contains(text[start - 1]))
      && KeyNames.urlParameters.contains(name)
  }
}

extension TextScan {
  /// Whether so many digits stand from a place on as a card has, in any groups.
  fileprivate func mayBeCard(at start: Int) -> Bool {
    var count = 0
    for offset in start..<min(start + CardNumber.groupedBytesMax, text.count) {
      if text[offset].isDigit {
        count += 1
        if count == CardNumber.digitsMin { return true }
      } else if text[offset].isLetter {
        return false
      }
    }
    return false
  }
}
