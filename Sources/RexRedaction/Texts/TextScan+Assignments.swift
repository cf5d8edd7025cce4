/// Assignments in free text: `password: "x"`, `token=x`, `setPassword("x")`, `?code=x`.
extension TextScan {
  /// Returns the secret value that is assigned to the name at a run's end.
  mutating func assigned(toNameIn run: Range<Int>, names: KeyNames) -> ShapeFinding? {
    guard let delimiter = delimiter(after: run.upperBound) else { return nil }
    let start = max(run.lowerBound, run.upperBound - TextScan.nameBytesMax)
    let name = UnsafeBufferPointer(rebasing: text[start..<run.upperBound])
    work += name.count
    if names.contains(name) {
      return KeyNames.headers.contains(name) && text[delimiter.lowerBound] == UInt8(ascii: ":")
        ? headerValue(at: delimiter.upperBound) : value(at: delimiter.upperBound)
    }
    return isURLParameter(run, delimiter) && KeyNames.urlParameters.contains(name)
      ? urlValue(at: delimiter.upperBound) : nil
  }

  /// The maximum length of a name; longer ones are data.
  static let nameBytesMax = 64
  /// The minimum length of a value without quotes.
  private static let valueBytesMin = 3
  /// The minimum length of a URL parameter's value; shorter ones are usually a status or a number.
  private static let urlValueBytesMin = 6

  /// Returns the range between a name and its value: `:` or `=` with spaces, or empty before `(`.
  private mutating func delimiter(after end: Int) -> Range<Int>? {
    guard var byte = byte(at: end) else { return nil }
    if byte == UInt8(ascii: "(") { return end..<end }
    var offset = end
    if byte == UInt8(ascii: "\\") { offset = self.end(of: TextScan.backslash, from: offset) }
    if let quote = self.byte(at: offset), isQuote(quote) { offset += 1 }
    offset = self.end(of: .spaces, from: offset)
    guard offset < text.count else { return nil }
    byte = text[offset]
    guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") else { return nil }
    let start = self.end(of: .spaces, from: offset + 1)
    return start < text.count ? offset..<start : nil
  }

  private mutating func value(at start: Int) -> ShapeFinding? {
    if let quoted = quoted(at: start) { return quoted }
    if opensGroup(text[start]) { return group(at: start) }
    var word = start..<end(of: TextScan.value, from: start)
    let bracket = word.upperBound
    let name = endOfContext(at: bracket)
    if let name { word = name..<end(of: TextScan.value, from: name) }
    if byte(at: word.upperBound) == UInt8(ascii: "(") { return group(at: word.upperBound) }
    if isScheme(word), byte(at: word.upperBound)?.isSpace == true {
      let next = word.upperBound + 1
      word = next..<end(of: TextScan.value, from: next)
    }
    guard word.count >= TextScan.valueBytesMin, !isKeyword(word) else {
      // With the context as the finding, the search continues after it and does not read it again.
      return name == nil ? nil : group(at: bracket)
    }
    work += word.count
    return ShapeFinding(range: word, isRemembered: !text[word].allSatisfy(\.isLetter))
  }

  /// Returns the offset of a private type's name, after its context; nil if there is none.
  ///
  ///     Module.(unknown context at $55f0c8).Password(text: "x")
  private mutating func endOfContext(at bracket: Int) -> Int? {
    let start: StaticString = "(unknown context at $"
    guard has(start, at: bracket) else { return nil }
    let close = end(of: .hex, from: bracket + start.utf8CodeUnitCount, atMost: 16)
    return has(").", at: close) ? close + 2 : nil
  }

  /// Returns the credentials of a header, after the scheme's name (RFC 9110 section 11.4).
  ///
  ///     Authorization: Token abc123
  ///     Authorization: Digest username="ann", response="f00"     to the end of the line
  ///     Cookie: a=b; c=d
  private mutating func headerValue(at start: Int) -> ShapeFinding? {
    if let quoted = quoted(at: start) { return quoted }
    if opensGroup(text[start]) { return group(at: start) }
    let scheme = start..<end(of: .word, from: start)
    let isFollowed = byte(at: scheme.upperBound) == UInt8(ascii: " ") && !scheme.isEmpty
    let credentials = isFollowed ? scheme.upperBound + 1 : start
    let word = credentials..<end(of: .token68, from: credentials)
    let isOneWord = byte(at: word.upperBound).map { TextScan.afterCredentials.contains($0) } ?? true
    if !isOneWord || text[word].dropLast().contains(UInt8(ascii: "=")) {
      return ShapeFinding(range: credentials..<end(of: TextScan.line, from: credentials))
    }
    work += word.count
    guard word.count >= TextScan.valueBytesMin, !isKeyword(word) else { return value(at: start) }
    return ShapeFinding(range: word, isRemembered: !text[word].allSatisfy(\.isLetter))
  }

  private func isURLParameter(_ run: Range<Int>, _ delimiter: Range<Int>) -> Bool {
    guard let before = byte(at: run.lowerBound - 1), delimiter.lowerBound == run.upperBound else {
      return false
    }
    return delimiter.count == 1 && text[delimiter.lowerBound] == UInt8(ascii: "=")
      && "?&#;".utf8.contains(before)
  }

  private mutating func urlValue(at start: Int) -> ShapeFinding? {
    let value = start..<end(of: TextScan.urlValue, from: start)
    return value.count >= TextScan.urlValueBytesMin ? ShapeFinding(range: value) : nil
  }

  /// Returns the text in quotes that open at an offset, possibly with backslashes before them.
  private mutating func quoted(at start: Int) -> ShapeFinding? {
    let open = end(of: TextScan.backslash, from: start)
    guard let quote = byte(at: open), isQuote(quote) else { return nil }
    return ShapeFinding(range: (open + 1)..<max(open + 1, closingQuote(of: open)))
  }

  /// Returns the text in brackets; if it is a single quoted text, without its quotes.
  private mutating func group(at open: Int) -> ShapeFinding? {
    let end = closingBracket(of: open)
    let first = self.end(of: .spaces, from: open + 1)
    if first < end, let quoted = quoted(at: first) {
      let close = self.end(of: TextScan.backslash, from: quoted.range.upperBound) + 1
      if self.end(of: .spaces, from: close) >= end {
        return ShapeFinding(range: quoted.range.lowerBound..<min(quoted.range.upperBound, end))
      }
    }
    return end > open + 1 ? ShapeFinding(range: (open + 1)..<end, isRemembered: false) : nil
  }

  private func isScheme(_ word: Range<Int>) -> Bool {
    let schemes: [StaticString] = ["bearer", "basic", "digest", "token", "apikey", "negotiate"]
    return schemes.contains {
      $0.utf8CodeUnitCount == word.count && has($0, at: word.lowerBound, ignoringCase: true)
    }
  }

  private func isKeyword(_ word: Range<Int>) -> Bool {
    let keywords: [StaticString] = ["nil", "null", "true", "false", "none"]
    return keywords.contains { $0.utf8CodeUnitCount == word.count && has($0, at: word.lowerBound) }
  }

  private func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private func opensGroup(_ byte: UInt8) -> Bool { "([{".utf8.contains(byte) }

  private static let backslash = ByteSet(#"\"#.utf8)
  private static let value = ByteSet.spaces.union(ByteSet(#",;&)]}("'"#.utf8)).inverted
  private static let urlValue = ByteSet.spaces.union(ByteSet(#"&#"'<>)]},;\"#.utf8)).inverted
  private static let line = ByteSet("\r\n\"'".utf8).inverted
  /// The bytes that can follow credentials of one word.
  private static let afterCredentials = ByteSet.spaces.union(ByteSet(#",;&)]}"'\"#.utf8))
}
