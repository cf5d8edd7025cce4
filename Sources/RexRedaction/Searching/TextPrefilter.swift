import RexJSON

/// The prefilter's result for a text.
struct TextSigns {
  /// Whether the text itself may contain a secret.
  var mayContainShape = false
  /// Whether it contains base64 of a text, which has to be searched as well.
  var hasBase64 = false
  /// Whether it has escapes, so that its unescaped form has to be searched.
  var hasEscapes = false
  /// Whether it has a `+`, which is a space in form encoding.
  var hasPlus = false

  /// Creates the result for a text with a possible secret, which may also contain base64.
  init(ofShapeIn text: UnsafeBufferPointer<UInt8>) {
    self.init(escapesOf: text)
    (mayContainShape, hasBase64) = (true, true)
  }

  /// Checks only for escapes and `+`.
  init(escapesOf text: UnsafeBufferPointer<UInt8>) {
    hasEscapes = #"\%~"#.utf8.contains(where: text.has)
    hasPlus = text.has(UInt8(ascii: "+"))
  }

  init() {}

  /// Whether the text has to be searched.
  var hasAny: Bool { mayContainShape || hasBase64 || hasEscapes || hasPlus }
}

/// Rules out most texts without secrets, in one pass without allocations.
///
/// Every secret format has one of these signs, so a text without them is not searched:
///
///     a prefix         of a vendor's token, or `eyJ`, at the start of a word
///     base64           16 bytes of its alphabets that decode to a text
///     a scheme         "basic " or "bearer " before 8 bytes of a token's alphabet or more
///     a PEM title      "-----BEGIN" at the end of a run
///     a number         with valid check digits of a card or an IBAN
///     an assignment    a name of `KeyNames` before `:`, `=` or `(`
///     `+` and `~`      which occur in numbers, tokens and base64
///     an `@`           after a `:`, or anywhere if e-mail addresses are searched
///
/// It also detects escapes, since the unescaped text has to be searched as well.
struct TextPrefilter: Sendable {
  private let names: KeyNames
  private let classes: [UInt8]
  private let secretStarts = SecretStarts.standard
  private let forms = TokenForms.standard

  /// The classes of bytes; those of bytes in runs are bits, so that they can be combined.
  private enum Class {
    static let lower: UInt8 = 1
    static let upper: UInt8 = 2
    static let connector: UInt8 = 4
    static let digit: UInt8 = 8
    static let wordStart: UInt8 = 11
    static let equals: UInt8 = 16
    static let other: UInt8 = 32
    /// A byte that ends a name.
    static let delimiter: UInt8 = 64
    static let escape: UInt8 = 96
    /// A byte that always requires a search.
    static let shape: UInt8 = 128
  }

  private enum Sign {
    case shape
    case base64
    case escape
  }

  /// Creates a prefilter for all formats; of `shapes`, only `email` makes a difference.
  init(shapes: SecretShapes, keyNames: KeyNames) {
    names = keyNames
    classes = (0...UInt8.max).map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): Class.lower
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): Class.upper
      case UInt8(ascii: "0")...UInt8(ascii: "9"): Class.digit
      case UInt8(ascii: "="): Class.equals
      case UInt8(ascii: ":"), UInt8(ascii: "("): Class.delimiter
      case UInt8(ascii: "@"): shapes.contains(.email) ? Class.shape : Class.delimiter
      case UInt8(ascii: "+"), UInt8(ascii: "~"): Class.shape
      case UInt8(ascii: "\\"), UInt8(ascii: "%"): Class.escape
      case _ where "-_./".utf8.contains(byte): Class.connector
      default: Class.other
      }
    }
  }

  /// The minimum length of a run with a token or base64.
  private static let runBytesMin = 16

  /// Checks a text; after the first sign of a secret, only checks for escapes and `+`.
  func signs(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> TextSigns {
    var signs = TextSigns()
    scan(text, isJSON: false, work: &work) { sign, _ in
      switch sign {
      case .shape: signs = TextSigns(ofShapeIn: text)
      case .base64: signs.hasBase64 = true
      case .escape: signs.hasEscapes = true
      }
      return sign != .shape
    }
    return signs
  }

  /// Checks a document's JSON text.
  ///
  /// From left to right, the closure receives an offset in each string and number that may contain
  /// a secret or has escapes, and one after each key that may be secret, until it returns false.
  func forEachSign(inJSON text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool) {
    var work = 0
    scan(text, isJSON: true, work: &work) { body($1) }
  }

  /// Passes the signs in a text to a closure until it returns false.
  private func scan(
    _ text: UnsafeBufferPointer<UInt8>, isJSON: Bool, work: inout Int,
    _ take: (Sign, Int) -> Bool
  ) {
    var scan = TextScan(text)
    defer { work += scan.work + text.count }
    classes.withUnsafeBufferPointer { classes in
      var (offset, hasColon) = (0, false)
      while true {
        let start = offset
        let runClasses = TextPrefilter.takeRun(of: text, from: &offset, classes)
        if TextPrefilter.mayContainSign(runClasses, offset &- start),
          let sign = sign(inRun: start..<offset, runClasses, &scan), !take(sign, start)
        {
          return
        }
        guard offset < text.count else { return }
        let byteClass = classes[Int(text[offset])]
        offset &+= 1
        if byteClass == Class.other {
          if runClasses == Class.lower, text[offset &- 1] == UInt8(ascii: " ") {
            TextPrefilter.skipWords(of: text, from: &offset, classes)
          }
        } else if let sign = sign(at: offset &- 1, byteClass, isJSON: isJSON, &hasColon, text),
          !take(sign, offset &- 1)
        {
          return
        }
      }
    }
  }

  /// Returns whether a run of this length, with bytes of these classes, may contain a sign.
  @inline(__always)
  private static func mayContainSign(_ runClasses: UInt8, _ count: Int) -> Bool {
    runClasses >= Class.digit || count >= TextScan.credentialsBytesMin && runClasses > Class.lower
      || count >= runBytesMin
  }

  /// Advances over lowercase words, eight bytes at a time, up to the beginning of a word.
  ///
  /// Every eight bytes contain the end of a word, so none is as long as a token or base64.
  @inline(__always)
  private static func skipWords(
    of text: UnsafeBufferPointer<UInt8>, from offset: inout Int,
    _ classes: UnsafeBufferPointer<UInt8>
  ) {
    let start = offset
    while offset &+ 8 <= text.count {
      var all: UInt8 = 0
      for step in 0..<8 { all |= classes[Int(text[offset &+ step])] }
      if all | Class.lower != Class.other | Class.lower { break }
      offset &+= 8
    }
    while offset > start, classes[Int(text[offset &- 1])] == Class.lower { offset &-= 1 }
  }

  /// Advances over a run, eight bytes at a time if it is long, and returns its combined classes.
  @inline(__always)
  private static func takeRun(
    of text: UnsafeBufferPointer<UInt8>, from offset: inout Int,
    _ classes: UnsafeBufferPointer<UInt8>
  ) -> UInt8 {
    let longRun = min(offset &+ runBytesMin, text.count)
    var runClasses = takeBytes(of: text, from: &offset, to: longRun, classes)
    guard offset == longRun else { return runClasses }
    while offset &+ 8 <= text.count {
      var all: UInt8 = 0
      for step in 0..<8 { all |= classes[Int(text[offset &+ step])] }
      if all >= Class.other { break }
      runClasses |= all
      offset &+= 8
    }
    runClasses |= takeBytes(of: text, from: &offset, to: text.count, classes)
    return runClasses
  }

  @inline(__always)
  private static func takeBytes(
    of text: UnsafeBufferPointer<UInt8>, from offset: inout Int, to end: Int,
    _ classes: UnsafeBufferPointer<UInt8>
  ) -> UInt8 {
    var runClasses: UInt8 = 0
    while offset < end {
      let byteClass = classes[Int(text[offset])]
      if byteClass >= Class.other { break }
      runClasses |= byteClass
      offset &+= 1
    }
    return runClasses
  }

  private func sign(
    at offset: Int, _ byteClass: UInt8, isJSON: Bool, _ hasColon: inout Bool,
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Sign? {
    switch text[offset] {
    case UInt8(ascii: "\\"): return .escape
    case UInt8(ascii: "%"):
      // If the digits are escapes themselves, another sign follows.
      return offset + 2 < text.count && text[offset + 1].hexValue != nil
        && text[offset + 2].hexValue != nil ? .escape : nil
    case UInt8(ascii: "@") where byteClass == Class.delimiter: return hasColon ? .shape : nil
    case UInt8(ascii: ":"):
      hasColon = true
      return mayBeAssigned(at: offset, in: text, isJSON: isJSON) ? .shape : nil
    case UInt8(ascii: "("): return mayBeAssigned(at: offset, in: text) ? .shape : nil
    default: return .shape
    }
  }
}

/// Checks of a run of letters, digits, `-`, `_`, `.`, `/` and equals signs.
extension TextPrefilter {
  private func sign(inRun run: Range<Int>, _ runClasses: UInt8, _ scan: inout TextScan) -> Sign? {
    if runClasses & Class.equals != 0 {
      for offset in run where scan.text[offset] == UInt8(ascii: "=") {
        if mayBeAssigned(at: offset, in: scan.text) { return .shape }
      }
    }
    // Without letters and digits, there is no word, and base64 does not decode to text.
    guard runClasses & Class.wordStart != 0 else { return nil }
    if runClasses & Class.connector != 0, scan.has("-----BEGIN", at: run.upperBound - 10) {
      return .shape
    }
    if run.count >= TextScan.credentialsBytesMin,
      runClasses & (Class.digit | Class.upper) != 0,
      ends("bearer ", at: run.lowerBound, scan.text)
        || ends("basic ", at: run.lowerBound, scan.text)
    {
      return .shape
    }
    let isLong = run.count >= TextPrefilter.runBytesMin
    guard
      isLong || runClasses & Class.digit != 0 && mayContainNumber(in: run, runClasses, scan.text)
    else {
      return nil
    }
    let word = secretStarts.first(in: run, of: scan.text) { offset in
      mayBegin(at: offset, in: run, runClasses, &scan) ? offset : nil
    }
    if word != nil { return .shape }
    return isLong && mayContainBase64(run, scan.text) ? .base64 : nil
  }

  /// Returns whether a short run may begin an IBAN, or a card number that continues after it.
  @inline(__always)
  private func mayContainNumber(
    in run: Range<Int>, _ runClasses: UInt8, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    runClasses & (Class.lower | Class.upper) != 0 || run.count >= CardNumber.digitsMin
      || run.upperBound < text.count && text[run.upperBound].isCardSeparator
  }

  /// Returns whether a secret begins at an offset where `secretStarts` allows one.
  ///
  /// There are few such offsets, and inlining this function would slow the search for them.
  @inline(never)
  private func mayBegin(
    at offset: Int, in run: Range<Int>, _ runClasses: UInt8, _ scan: inout TextScan
  ) -> Bool {
    if scan.text[offset].isDigit { return scan.cardNumber(at: offset) != nil }
    if run.upperBound - offset >= TextPrefilter.runBytesMin {
      if scan.has("eyJ", at: offset) || scan.token(at: offset, of: forms) != nil { return true }
    }
    return runClasses & Class.digit != 0 && scan.iban(at: offset) != nil
  }

  /// Returns whether a part of a run may be base64 of text.
  private func mayContainBase64(_ run: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = run.lowerBound
    while start < run.upperBound {
      let end = text.firstOffset(of: UInt8(ascii: "."), in: start..<run.upperBound)
      if end - start >= EncodedRuns.bytesMin,
        EncodedRuns.beginsText(inBase64: start..<end, of: text)
      {
        return true
      }
      start = end + 1
    }
    return false
  }

  private func ends(
    _ word: StaticString, at end: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end >= count, text[end - 1] == word.utf8Start[count - 1] else { return false }
    return (0..<count).allSatisfy { offset in
      text[end - count + offset].asciiLowercased == word.utf8Start[offset]
    }
  }

  /// Returns whether the text before a delimiter may be a secret key's name.
  ///
  /// In a JSON text, keys of several words always count as possible names.
  private func mayBeAssigned(
    at delimiter: Int, in text: UnsafeBufferPointer<UInt8>, isJSON: Bool = false
  ) -> Bool {
    var end = delimiter
    var isQuoted = false
    if text[delimiter] != UInt8(ascii: "(") {
      while end > 0, text[end - 1].isSpace { end -= 1 }
      let quote = end > 0 ? text[end - 1] : 0
      isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      if isQuoted { end -= 1 }
      while end > 0, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    }
    // URL parameters have additional names.
    let isParameter = text[delimiter] == UInt8(ascii: "=") && end == delimiter
    guard isParameter || names.mayEnd(text, at: end) else { return false }
    var start = end
    while start > 0, end - start < TextScan.nameBytesMax, text[start - 1].isWord { start -= 1 }
    let before = start > 0 ? text[start - 1] : 0
    if isJSON, isQuoted, before != UInt8(ascii: "\"") { return true }
    guard start < end else { return false }
    let name = UnsafeBufferPointer(rebasing: text[start..<end])
    if names.contains(name) { return true }
    return isParameter
      && (before.isWord || "?&#;".utf8.contains(before))
      && KeyNames.urlParameters.contains(name)
  }
}
