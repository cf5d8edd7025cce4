extension TextFormat {
  /// A value assigned to the name of a secret: `password: "x"`, `token=x`, `setPassword("x")`.
  static let assignment = TextFormat(ByteSet(":=(".utf8)) { $0.assignedValue(after: $1) }

  /// A name and its value: `["X-Api-Key", "x"]`.
  static let namedValue = TextFormat(ByteSet("[(".utf8), ByteSet(#"\"'"#.utf8)) {
    $0.secondValue(in: $1)
  }
}

extension TextScan {
  /// The maximum length of a name; longer ones are data.
  private static let nameBytesMax = 64
  /// The minimum length of a value without quotes.
  private static let valueBytesMin = 3
  /// The minimum length of a URL parameter's value; shorter ones are usually a status or a number.
  private static let urlValueBytesMin = 6

  /// Returns the secret value after a delimiter, if the name of a secret is before it.
  fileprivate mutating func assignedValue(after delimiter: Int) -> Range<Int>? {
    let name = name(before: delimiter)
    guard !name.isEmpty else { return nil }
    let bytes = UnsafeBufferPointer(rebasing: text[name])
    if text[delimiter] == UInt8(ascii: "(") { return argument(of: name, delimiter) }
    guard keyNames.mayEnd(with: bytes) || isURLParameter(name, delimiter) else {
      return valueOfPhrase(before: name, delimiter) ?? namedValue(after: name, delimiter)
    }
    let secrecy = keyNames.secrecy(of: bytes)
    guard let start = startOfValue(after: delimiter) else { return nil }
    if secrecy.hidesTexts {
      return KeyNames.headers.secrecy(of: bytes).hidesTexts && text[delimiter] == UInt8(ascii: ":")
        ? headerValue(at: start) : value(at: start, of: secrecy, name)
    }
    if let value = valueOfPhrase(before: name, delimiter) { return value }
    return isURLParameter(name, delimiter) && KeyNames.urlParameters.secrecy(of: bytes).hidesTexts
      ? urlValue(at: start) : nil
  }

  /// Returns the range of the name before a delimiter, without the quotes and spaces between.
  private mutating func name(before delimiter: Int) -> Range<Int> {
    var end = delimiter
    if text[delimiter] != UInt8(ascii: "(") {
      while end > 0, text[end - 1].isSpace { end -= 1 }
      if end > 0, isQuote(text[end - 1]) { end -= 1 }
      while end > 0, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    }
    var start = end
    while start > 0, end - start < TextScan.nameBytesMax, text[start - 1].isWord { start -= 1 }
    work += delimiter - start
    return start..<end
  }

  /// Returns the offset of the value after `:`, `=`, `==`, `:=` or `=>`, and spaces.
  private mutating func startOfValue(after delimiter: Int) -> Int? {
    var start = delimiter + 1
    if let next = byte(at: start), next == UInt8(ascii: "=") || next == UInt8(ascii: ">") {
      start += 1
    }
    start = end(of: .spaces, from: start)
    // After `::`, a member follows, not a value.
    guard start < text.count, text[start] != UInt8(ascii: ":") else { return nil }
    return start
  }

  private mutating func value(at start: Int, of secrecy: Secrecy, _ name: Range<Int>)
    -> Range<Int>?
  {
    if let quoted = quoted(at: start) { return quoted }
    if opensGroup(text[start]) { return group(at: start) }
    var word = start..<end(of: TextScan.value, from: start)
    let bracket = word.upperBound
    let context = endOfContext(at: bracket)
    if let context { word = context..<end(of: TextScan.value, from: context) }
    if byte(at: word.upperBound) == UInt8(ascii: "(") { return group(at: word.upperBound) }
    if isScheme(word), byte(at: word.upperBound)?.isSpace == true {
      let next = word.upperBound + 1
      word = next..<end(of: TextScan.value, from: next)
    }
    work += word.count
    guard word.count >= TextScan.valueBytesMin, !isKeyword(word), !isType(word, of: name),
      secrecy >= .named || isToken(word)
        || secrecy.hidesNumbers && text[word].contains(where: \.isDigit)
    else {
      if let literal = literal(afterType: word, of: name) { return literal }
      // With the context as the finding, the search continues after it and does not read it again.
      return context == nil ? nil : group(at: bracket)
    }
    return word
  }

  /// Returns whether a word looks like a token, rather than a word of prose or a count.
  private func isToken(_ word: Range<Int>) -> Bool {
    text[word].looksRandom && !text[word].allSatisfy(\.isDigit)
  }

  /// Returns the offset of a private type's name, after its context; nil if there is none.
  ///
  ///     Module.(unknown context at $55f0c8).Password(text: "x")
  mutating func endOfContext(at bracket: Int) -> Int? {
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
  private mutating func headerValue(at start: Int) -> Range<Int>? {
    if let quoted = quoted(at: start) { return quoted }
    if opensGroup(text[start]) { return group(at: start) }
    let scheme = start..<end(of: .word, from: start)
    let isFollowed = byte(at: scheme.upperBound) == UInt8(ascii: " ") && !scheme.isEmpty
    let credentials = isFollowed ? scheme.upperBound + 1 : start
    let word = credentials..<end(of: .token68, from: credentials)
    let isOneWord = byte(at: word.upperBound).map { TextScan.afterCredentials.contains($0) } ?? true
    work += word.count
    if !isOneWord || text[word].dropLast().contains(UInt8(ascii: "=")) {
      return credentials..<end(of: TextScan.line, from: credentials)
    }
    // A single word of letters alone is prose: `cookie: accepted`.
    return word.count >= TextScan.valueBytesMin && (isFollowed || text[word].looksRandom)
      && !isKeyword(word) ? word : nil
  }

  private func isURLParameter(_ name: Range<Int>, _ delimiter: Int) -> Bool {
    guard let before = byte(at: name.lowerBound - 1), name.upperBound == delimiter else {
      return false
    }
    return text[delimiter] == UInt8(ascii: "=") && "?&#;".utf8.contains(before)
  }

  private mutating func urlValue(at start: Int) -> Range<Int>? {
    let value = start..<end(of: TextScan.urlValue, from: start)
    return value.count >= TextScan.urlValueBytesMin ? value : nil
  }
}

/// Values in quotes and brackets.
extension TextScan {
  /// Returns the text in quotes that open at an offset, possibly with backslashes before them.
  private mutating func quoted(at start: Int) -> Range<Int>? {
    let open = end(of: TextScan.backslash, from: start)
    guard let quote = byte(at: open), isQuote(quote) else { return nil }
    return (open + 1)..<max(open + 1, closingQuote(of: open))
  }

  /// Returns the text in brackets; if it is a single quoted text, without its quotes.
  mutating func group(at open: Int) -> Range<Int>? {
    let end = closingBracket(of: open)
    let first = self.end(of: .spaces, from: open + 1)
    if first < end, let quoted = quoted(at: first) {
      let close = self.end(of: TextScan.backslash, from: quoted.upperBound) + 1
      if self.end(of: .spaces, from: close) >= end {
        return quoted.lowerBound..<min(quoted.upperBound, end)
      }
    }
    return end > open + 1 ? (open + 1)..<end : nil
  }

  /// The maximum length of what is before the literal in an argument.
  private static let literalOffsetMax = 64

  /// Returns the secret argument in `setPassword("x")` or `passwordChanged("x")`; nil for a
  /// declaration or a variable.
  private mutating func argument(of name: Range<Int>, _ open: Int) -> Range<Int>? {
    let bytes = UnsafeBufferPointer(rebasing: text[name])
    work += name.count
    if keyNames.mayEnd(with: bytes), keyNames.secrecy(of: bytes).hidesTexts {
      return !has("func ", at: name.lowerBound - 5) && hasLiteral(inGroup: open)
        ? group(at: open) : nil
    }
    let announcement = keyNames.announcement(of: bytes)
    return announcement.secrecy == .open ? nil : payload(announcement, open)
  }

  /// Returns whether there is a quote or, unless it must be quoted, a digit in the brackets that
  /// open at an offset.
  ///
  /// Reads only their beginning, since they may contain other names with brackets.
  mutating func hasLiteral(inGroup open: Int, isQuoted: Bool = false) -> Bool {
    var depth = 0
    var offset = open
    defer { work += offset - open }
    while offset < min(text.count, open + TextScan.literalOffsetMax) {
      let byte = text[offset]
      if isQuote(byte) || byte.isDigit && !isQuoted { return true }
      depth += TextScan.brackets[Int(byte)].signum()
      if depth == 0 { return false }
      offset += 1
    }
    return false
  }

  /// Returns the text after a declared type: `let password: String = "x"`.
  private mutating func literal(afterType word: Range<Int>, of name: Range<Int>) -> Range<Int>? {
    guard isType(word, of: name) else { return nil }
    let delimiter = end(of: .spaces, from: word.upperBound)
    guard byte(at: delimiter) == UInt8(ascii: "="), let start = startOfValue(after: delimiter)
    else { return nil }
    return quoted(at: start)
  }
}

/// Names of several words, and names beside their values.
extension TextScan {
  /// Returns the value after a name with spaces: `API key: x`.
  private mutating func valueOfPhrase(before name: Range<Int>, _ delimiter: Int) -> Range<Int>? {
    guard byte(at: name.lowerBound - 1) == UInt8(ascii: " ") else { return nil }
    // Only what is before the delimiter can be read, and only as far as a name goes.
    let (text, first) = (self.text, max(0, name.upperBound - TextScan.nameBytesMax))
    let before = UnsafeBufferPointer(rebasing: text[first..<name.upperBound])
    let start = keyNames.start(ofNameUpTo: before.count, in: before) { offset in
      offset == 0 ? first == 0 || !text[first - 1].isWord : !before[offset - 1].isWord
    }
    work += TextScan.phraseBytesMax
    guard let start, before[start..<before.count].contains(UInt8(ascii: " ")),
      // Words of prose can spell a single one: `Reply to Ken: yes`.
      !SecretWords.singleWords.contains(
        UnsafeBufferPointer(rebasing: before[start..<before.count]).plainName),
      let value = startOfValue(after: delimiter)
    else { return nil }
    return self.value(at: value, of: .named, (first + start)..<name.upperBound)
  }

  /// About how much of a text is read to find that no name with spaces is before a delimiter.
  private static let phraseBytesMax = 8

  /// Returns the value in `name: "token", value: "x"`.
  private mutating func namedValue(after name: Range<Int>, _ delimiter: Int) -> Range<Int>? {
    guard name.count <= TextScan.labelBytesMax,
      SecretWords.nameKeys.contains(String(decoding: text[name], as: UTF8.self)),
      let start = startOfValue(after: delimiter), let end = endOfSecretName(at: start)
    else { return nil }
    let key = label(after: end)
    guard SecretWords.valueKeys.contains(String(decoding: text[key], as: UTF8.self)) else {
      return nil
    }
    let delimiter = self.end(of: TextScan.quoteOrSpace, from: key.upperBound)
    guard let byte = byte(at: delimiter), ":=".utf8.contains(byte),
      let value = startOfValue(after: delimiter)
    else { return nil }
    return self.value(at: value, of: .named, key)
  }

  /// Returns the value in `["X-Api-Key", "x"]` and `("token", "x")`.
  fileprivate mutating func secondValue(in open: Int) -> Range<Int>? {
    guard let end = endOfSecretName(at: open + 1) else { return nil }
    let comma = self.end(of: .spaces, from: end)
    guard byte(at: comma) == UInt8(ascii: ",") else { return nil }
    let start = self.end(of: .spaces, from: comma + 1)
    guard let value = quoted(at: start) else { return nil }
    let close = self.end(of: TextScan.quoteOrSpace, from: value.upperBound)
    return byte(at: close).map { ")]".utf8.contains($0) } == true ? value : nil
  }

  /// Returns the end of a quoted name of a secret, after its quote.
  private mutating func endOfSecretName(at start: Int) -> Int? {
    let open = end(of: TextScan.backslash, from: start, atMost: TextScan.labelBytesMax)
    guard let quote = byte(at: open), isQuote(quote) else { return nil }
    let name = (open + 1)..<end(of: .word, from: open + 1, atMost: TextScan.nameBytesMax)
    let close = end(of: TextScan.backslash, from: name.upperBound, atMost: TextScan.labelBytesMax)
    work += name.count
    guard byte(at: close) == quote,
      keyNames.secrecy(ofName: UnsafeBufferPointer(rebasing: text[name])).hidesTexts
    else { return nil }
    return close + 1
  }

  /// Returns the label after a comma, without quotes.
  private mutating func label(after comma: Int) -> Range<Int> {
    guard byte(at: comma) == UInt8(ascii: ",") else { return comma..<comma }
    let start = end(of: TextScan.quoteOrSpace, from: comma + 1, atMost: TextScan.labelBytesMax)
    return start..<end(of: .word, from: start, atMost: TextScan.labelBytesMax)
  }

  /// The limit on a label such as `headerName`, and on what can be before one.
  private static let labelBytesMax = 16
  private static let quoteOrSpace = ByteSet.spaces.union(ByteSet(#"\"'"#.utf8))
}

/// Words that are not values.
extension TextScan {
  private func isScheme(_ word: Range<Int>) -> Bool {
    let schemes: [StaticString] = ["bearer", "basic", "digest", "token", "apikey", "negotiate"]
    return schemes.contains { isEqual(word, $0, ignoringCase: true) }
  }

  private func isKeyword(_ word: Range<Int>) -> Bool {
    let keywords: [StaticString] = ["nil", "null", "true", "false", "none"]
    return keywords.contains { isEqual(word, $0) }
  }

  /// Returns whether a word is a type in a declaration: `password: String?`, `token: Token`.
  private func isType(_ word: Range<Int>, of name: Range<Int>) -> Bool {
    let bare = word.dropLast(word.last.map { "?!".utf8.contains(text[$0]) } == true ? 1 : 0)
    let types: [StaticString] = [
      "String", "Substring", "Character", "Int", "Double", "Bool", "Data", "Date", "URL", "UUID",
      "Any", "Self", "Text", "SecureField", "Binding", "string", "number", "boolean",
    ]
    if types.contains(where: { isEqual(bare, $0) }) { return true }
    return bare.count == name.count
      && zip(bare, name).allSatisfy { text[$0].asciiLowercased == text[$1].asciiLowercased }
  }

  private func isEqual(
    _ word: Range<Int>, _ other: StaticString, ignoringCase: Bool = false
  ) -> Bool {
    other.utf8CodeUnitCount == word.count
      && has(other, at: word.lowerBound, ignoringCase: ignoringCase)
  }

  func isQuote(_ byte: UInt8) -> Bool {
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
