extension TextFormat {
  /// The credentials after `Bearer` or `Basic`, as in an HTTP header (RFC 9110 section 11.4).
  static let credentials = TextFormat(ByteSet("Bb".utf8), ByteSet("EeAa".utf8), beginsWord: true) {
    $0.credentials(at: $1)
  }
}

extension TextScan {
  private static let credentialsBytesMin = 8

  fileprivate mutating func credentials(at start: Int) -> Range<Int>? {
    let scheme =
      has("bearer ", at: start, ignoringCase: true)
      ? 7 : has("basic ", at: start, ignoringCase: true) ? 6 : 0
    guard scheme > 0 else { return nil }
    let token = (start + scheme)..<end(of: .token68, from: start + scheme)
    // Unlike a token, prose such as "bearer bonds" has neither digits nor mixed case.
    guard token.count >= TextScan.credentialsBytesMin, text[token].looksRandom else { return nil }
    work += token.count
    return token
  }
}

extension Collection<UInt8> {
  /// Whether the bytes have a digit or mixed case (not only a capital first letter), unlike prose.
  var looksRandom: Bool {
    contains(where: \.isDigit)
      || dropFirst().contains { $0.isLetter && $0 != $0.asciiLowercased }
        && contains { $0.isLetter && $0 == $0.asciiLowercased }
  }
}
