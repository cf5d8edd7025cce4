/// A name and its value in free text: `password: "x"`, `token=x`, `setPassword("x")`.
enum Assignment {
  /// The secret value of a name that starts at a place; nil when none does.
  static func finding(in text: [UInt8], at start: Int, names: KeyNames) -> ShapeFinding? {
    let name = text[start...].prefix(while: \.isWord)
    guard name.endIndex < text.count, name.count <= nameBytesMax else { return nil }
    guard let value = valueStart(in: text, from: name.endIndex),
      names.contains(String(decoding: name, as: UTF8.self))
    else { return nil }
    return finding(in: text, ofValueAt: value)
  }

  private static let nameBytesMax = 64

  /// Where a value starts behind a name: after `:`, `=`, or at a parenthesis.
  private static func valueStart(in text: [UInt8], from end: Int) -> Int? {
    var offset = end
    if text[offset] == UInt8(ascii: "(") { return offset }
    if text[offset] == UInt8(ascii: "\\") { offset += 1 }
    if offset < text.count, isQuote(text[offset]) { offset += 1 }
    offset = skipSpaces(in: text, from: offset)
    guard offset < text.count,
      text[offset] == UInt8(ascii: ":") || text[offset] == UInt8(ascii: "=")
    else { return nil }
    offset = skipSpaces(in: text, from: offset + 1)
    return offset < text.count ? offset : nil
  }

  private static func finding(in text: [UInt8], ofValueAt start: Int) -> ShapeFinding? {
    if isQuote(text[start]) {
      return ShapeFinding(range: (start + 1)..<closingQuote(in: text, from: start))
    }
    if opensGroup(text[start]) { return group(in: text, at: start) }
    let word = text[start...].prefix { !$0.isSpace && !#",;&)]}("'\"#.utf8.contains($0) }
    if word.endIndex < text.count, text[word.endIndex] == UInt8(ascii: "(") {
      return group(in: text, at: word.endIndex)
    }
    if isScheme(word), word.endIndex + 1 < text.count, text[word.endIndex].isSpace {
      return finding(in: text, ofValueAt: word.endIndex + 1)
    }
    guard word.count >= 3, !isKeyword(word) else { return nil }
    return ShapeFinding(range: word.indices, isRemembered: !word.allSatisfy(\.isLetter))
  }

  /// What an HTTP header names before its secret (RFC 9110 section 11).
  private static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
    ["bearer", "basic", "digest"].contains { word.map(\.asciiLowercased).elementsEqual($0.utf8) }
  }

  private static func isKeyword(_ word: ArraySlice<UInt8>) -> Bool {
    ["nil", "null", "true", "false", "none"].contains { word.elementsEqual($0.utf8) }
  }

  /// What stands in brackets, as a whole; a single quoted text without its quotes.
  private static func group(in text: [UInt8], at open: Int) -> ShapeFinding? {
    let first = skipSpaces(in: text, from: open + 1)
    let end = closingBracket(in: text, from: open)
    if first < end, isQuote(text[first]) {
      let quote = closingQuote(in: text, from: first)
      if skipSpaces(in: text, from: quote + 1) >= end {
        return ShapeFinding(range: (first + 1)..<min(quote, end))
      }
    }
    return end > open + 1 ? ShapeFinding(range: (open + 1)..<end, isRemembered: false) : nil
  }

  /// The place of the bracket that closes the one at the start, or the end of the text.
  private static func closingBracket(in text: [UInt8], from start: Int) -> Int {
    var depth = 0
    var offset = start
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "\""): offset = closingQuote(in: text, from: offset)
      case let byte where opensGroup(byte): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return offset }
      default: break
      }
      offset += 1
    }
    return text.count
  }

  private static func closingQuote(in text: [UInt8], from start: Int) -> Int {
    var offset = start + 1
    while offset < text.count, text[offset] != text[start] {
      offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(offset, text.count)
  }

  private static func skipSpaces(in text: [UInt8], from start: Int) -> Int {
    var offset = start
    while offset < text.count, text[offset].isSpace { offset += 1 }
    return offset
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func opensGroup(_ byte: UInt8) -> Bool {
    "([{".utf8.contains(byte)
  }
}
