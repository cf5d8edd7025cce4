/// Secrets that are recognized by their content.
extension TextScan {
  private static let jwtHeaderBytesMin = 10

  /// Returns a JSON Web Token, `eyJ….eyJ….…`, whose first part ends with a run.
  mutating func jwt(from start: Int, in run: Range<Int>) -> ShapeFinding? {
    guard run.upperBound - start >= TextScan.jwtHeaderBytesMin else { return nil }
    let payload = run.upperBound + 1
    guard byte(at: run.upperBound) == UInt8(ascii: ".") else { return nil }
    let payloadEnd = end(of: .word, from: payload)
    guard payloadEnd - payload >= 4, byte(at: payloadEnd) == UInt8(ascii: ".") else { return nil }
    return ShapeFinding(range: start..<end(of: .dotted, from: payloadEnd))
  }

  /// Returns a vendor's token, by its prefix, alphabet and length.
  mutating func token(at start: Int, of forms: TokenForms) -> ShapeFinding? {
    // Every token is longer than the head of a prefix.
    guard start + TokenForms.Head.bytesMax <= text.count else { return nil }
    let head = UInt64(
      littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(
        fromByteOffset: start, as: UInt64.self))
    for index in forms.range(beginning: head) where forms.heads[index].begins(head) {
      let form = forms.all[index]
      guard
        form.prefix.utf8CodeUnitCount <= TokenForms.Head.bytesMax || has(form.prefix, at: start)
      else { continue }
      if let token = token(at: start, of: form) { return token }
    }
    return nil
  }

  /// Returns a token of a form, after its prefix was found.
  private mutating func token(at start: Int, of form: TokenForm) -> ShapeFinding? {
    let body = start + form.prefix.utf8CodeUnitCount
    // One more than the maximum, to see whether the run continues.
    let (min, max) = (form.bodyBytes.lowerBound, form.bodyBytes.upperBound)
    let most = Swift.min(max == .max ? min : max + 1, text.count - body)
    guard most >= min, !form.needsDigit || hasDigit(in: body..<(body + most)) else { return nil }
    let end = end(of: form.alphabet, from: body, atMost: most)
    guard form.bodyBytes.contains(end - body), !form.needsDigit || hasDigit(in: body..<end)
    else { return nil }
    return ShapeFinding(range: start..<self.end(of: form.alphabet, from: end))
  }

  /// Returns the PEM private key whose `-----BEGIN` ends a run, up to `-----END` or the text's end.
  mutating func privateKey(after run: Range<Int>) -> ShapeFinding? {
    let start = run.upperBound - 10
    guard start >= run.lowerBound, has("-----BEGIN", at: start) else { return nil }
    let titleEnd = end(of: TextScan.pemTitle, from: run.upperBound, atMost: 64)
    guard has("PRIVATE KEY", at: titleEnd - 11), has("-----", at: titleEnd) else { return nil }
    var offset = titleEnd + 5
    while offset < text.count, !has("-----END ", at: offset) {
      offset = end(of: TextScan.noDash, from: offset + 1)
    }
    return ShapeFinding(range: start..<offset)
  }

  private static let pemTitle = ByteSet.upperAndDigits.union(ByteSet(" ".utf8))
  private static let noDash = ByteSet("-".utf8).inverted

  /// Returns the credentials after `Bearer` or `Basic` and a space.
  mutating func credentials(after run: Range<Int>) -> ShapeFinding? {
    guard
      isWord("bearer", endingAt: run.upperBound, in: run)
        || isWord("basic", endingAt: run.upperBound, in: run)
    else { return nil }
    let start = run.upperBound + 1
    let token = start..<end(of: .token68, from: start)
    // Unlike a token, prose such as "bearer bonds" has neither digits nor mixed case.
    guard token.count >= TextScan.credentialsBytesMin, text[token].looksRandom else { return nil }
    work += token.count
    return ShapeFinding(range: token)
  }

  /// The minimum length of credentials; the prefilter skips shorter ones, too.
  static let credentialsBytesMin = 8

  private func isWord(_ word: StaticString, endingAt end: Int, in run: Range<Int>) -> Bool {
    let start = end - word.utf8CodeUnitCount
    return start >= run.lowerBound && has(word, at: start, ignoringCase: true)
      && startsWord(at: start)
  }

  /// Returns the password in a URL: `://user:password@`.
  mutating func password(ofURLAt offset: Int) -> ShapeFinding? {
    guard has("://", at: offset) else { return nil }
    let authority = (offset + 3)..<end(of: TextScan.authority, from: offset + 3)
    work += authority.count
    guard let at = text[authority].lastIndex(of: UInt8(ascii: "@")),
      let colon = text[authority.lowerBound..<at].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return ShapeFinding(range: (colon + 1)..<at)
  }

  private static let authority = ByteSet.spaces.union(ByteSet(#"/?#"'\"#.utf8)).inverted

  mutating func email(around at: Int) -> ShapeFinding? {
    var start = at
    while start > 0, TextScan.local.contains(text[start - 1]) { start -= 1 }
    let local = start..<at
    work += local.count
    let domain = text[(at + 1)..<end(of: TextScan.domain, from: at + 1)]
    guard !local.isEmpty, let dot = domain.lastIndex(of: UInt8(ascii: ".")), dot > at + 1 else {
      return nil
    }
    let end = domain.endIndex == dot + 1 ? dot : domain.endIndex
    guard text[(at + 1)..<end].contains(UInt8(ascii: ".")) else { return nil }
    return ShapeFinding(range: start..<end)
  }

  private static let local = ByteSet.word.union(ByteSet(".+%".utf8))
  private static let domain = ByteSet.lettersAndDigits.union(ByteSet(".-".utf8))

  mutating func phone(at offset: Int) -> ShapeFinding? {
    let number = text[(offset + 1)..<end(of: TextScan.phone, from: offset + 1)]
    guard (8...15).contains(number.count(where: \.isDigit)),
      let last = number.lastIndex(where: \.isDigit)
    else { return nil }
    return ShapeFinding(range: offset..<(last + 1))
  }

  private static let phone = ByteSet.digits.union(ByteSet(" -()./".utf8))
}

extension Collection<UInt8> {
  /// Whether the bytes have a digit or mixed case (not only a capital first letter), unlike prose.
  var looksRandom: Bool {
    contains(where: \.isDigit)
      || dropFirst().contains { $0.isLetter && $0 != $0.asciiLowercased }
        && contains { $0.isLetter && $0 == $0.asciiLowercased }
  }
}
