/// A look by which a text is known to be secret, wherever it stands.
public enum SecretShape: String, CaseIterable, Sendable {
  /// A JSON Web Token: `eyJ….eyJ….…` (RFC 7519).
  case jwt
  /// A key with a known prefix, such as `ghp_…`, `AKIA…`, `sk_live_…`; a PEM private key.
  case key
  /// What stands behind `Bearer` or `Basic`, as in an HTTP header.
  case bearer
  /// The number of a payment card: a known prefix and length, and Luhn's check digit.
  case card
  /// What a text assigns to a name of `KeyNames`: `password: "…"`, `token=…`, `://user:…@`.
  case assignment
  /// An e-mail address.
  case email
  /// A telephone number in international form: `+49 30 1234567`.
  case phone

  /// The shapes that are on by default: all but `email` and `phone`.
  public static let standard: Set<SecretShape> = [.jwt, .key, .bearer, .card, .assignment]
}

/// A secret that was found in a text by its shape.
struct ShapeFinding {
  var range: Range<Int>
  /// Whether the secret is one elsewhere too; a plain word in prose is not.
  var isRemembered = true
}

/// Finds shapes in a text's bytes, each where it starts.
struct ShapeFinder {
  let shapes: Set<SecretShape>
  let keyNames: KeyNames

  /// The secrets in a text, from left to right, none inside another.
  func findings(in text: [UInt8]) -> [ShapeFinding] {
    guard !shapes.isEmpty, text.count >= ShapeFinder.bytesMin else { return [] }
    var found: [ShapeFinding] = []
    var offset = 0
    while offset < text.count {
      if let finding = finding(in: text, at: offset), !finding.range.isEmpty {
        found.append(finding)
        offset = max(finding.range.upperBound, offset + 1)
      } else {
        offset += 1
      }
    }
    return found
  }

  /// No shape is shorter.
  private static let bytesMin = 5

  private func finding(in text: [UInt8], at offset: Int) -> ShapeFinding? {
    let byte = text[offset]
    let startsWord = offset == 0 || !text[offset - 1].isLetterOrDigit
    if byte == UInt8(ascii: "@"), shapes.contains(.email) { return email(in: text, around: offset) }
    if byte == UInt8(ascii: "+"), shapes.contains(.phone) { return phone(in: text, at: offset) }
    if byte == UInt8(ascii: ":"), shapes.contains(.assignment) {
      return userInfo(in: text, at: offset)
    }
    if byte == UInt8(ascii: "-"), shapes.contains(.key) { return privateKey(in: text, at: offset) }
    guard startsWord else { return nil }
    if byte.isDigit {
      return shapes.contains(.card)
        ? CardNumber.range(in: text, at: offset).map { .init(range: $0) }
        : nil
    }
    guard byte.isLetter || byte == UInt8(ascii: "_") else { return nil }
    if shapes.contains(.jwt), let found = jwt(in: text, at: offset) { return found }
    if shapes.contains(.key), let found = key(in: text, at: offset) { return found }
    if shapes.contains(.bearer), let found = bearer(in: text, at: offset) { return found }
    guard shapes.contains(.assignment) else { return nil }
    return Assignment.finding(in: text, at: offset, names: keyNames)
  }
}

extension ShapeFinder {
  private func jwt(in text: [UInt8], at offset: Int) -> ShapeFinding? {
    guard text[offset...].starts(with: "eyJ".utf8) else { return nil }
    let parts = text[offset...].prefix { $0.isWord || $0 == UInt8(ascii: ".") }
    let lengths = parts.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map(\.count)
    guard lengths.count >= 3, lengths[0] >= 10, lengths[1] >= 4 else { return nil }
    return ShapeFinding(range: parts.indices)
  }

  /// Prefixes that vendors give their keys, with the fewest bytes of a whole key.
  private static let prefixes: [(prefix: [UInt8], bytesMin: Int)] = [
    ("AKIA", 20), ("ASIA", 20), ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20),
    ("ghr_", 20), ("github_pat_", 30), ("sk-", 20), ("sk_live_", 16), ("sk_test_", 16),
    ("rk_live_", 16), ("whsec_", 16), ("xoxb-", 16), ("xoxp-", 16), ("xoxa-", 16), ("xoxr-", 16),
    ("xoxs-", 16), ("AIza", 30), ("glpat-", 16), ("npm_", 20), ("pypi-", 20), ("hf_", 20),
    ("ya29.", 20), ("SG.", 20), ("dop_v1_", 20), ("shpat_", 20),
  ].map { (Array($0.0.utf8), $0.1) }

  private func key(in text: [UInt8], at offset: Int) -> ShapeFinding? {
    let rest = text[offset...]
    for (prefix, bytesMin) in ShapeFinder.prefixes
    where prefix[0] == text[offset] && rest.starts(with: prefix) {
      let key = rest.prefix { $0.isWord || $0 == UInt8(ascii: ".") }
      if key.count >= bytesMin { return ShapeFinding(range: key.indices) }
    }
    return nil
  }

  /// A PEM block: from `-----BEGIN … PRIVATE KEY-----` to its end, or the text's.
  private func privateKey(in text: [UInt8], at offset: Int) -> ShapeFinding? {
    guard text[offset...].starts(with: "-----BEGIN ".utf8),
      let title = text[offset...].prefix(64).firstOffset(of: "PRIVATE KEY-----".utf8)
    else { return nil }
    let end = text[title...].firstOffset(of: "-----END ".utf8)
    return ShapeFinding(range: offset..<(end ?? text.count))
  }

  private func bearer(in text: [UInt8], at offset: Int) -> ShapeFinding? {
    let lower = text[offset...].prefix(7).map(\.asciiLowercased)
    let scheme = lower.starts(with: "bearer ".utf8) ? 7 : lower.starts(with: "basic ".utf8) ? 6 : 0
    guard scheme > 0 else { return nil }
    let token = text[(offset + scheme)...].prefix { $0.isBase64 || $0 == UInt8(ascii: ".") }
    // Prose says "bearer bonds" and "basic understanding"; a token has digits or mixed case.
    guard token.count >= 8, token.contains(where: \.isDigit) || token.hasMixedCase else {
      return nil
    }
    return ShapeFinding(range: token.indices)
  }

  /// The password of a URL: `://user:password@`.
  private func userInfo(in text: [UInt8], at offset: Int) -> ShapeFinding? {
    guard text[offset...].starts(with: "://".utf8) else { return nil }
    let authority = text[(offset + 3)...].prefix { !$0.isSpace && !#"/?#"'"#.utf8.contains($0) }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
      let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return ShapeFinding(range: (colon + 1)..<at)
  }

  private func email(in text: [UInt8], around at: Int) -> ShapeFinding? {
    let local = text[..<at].suffix { $0.isWord || ".+%".utf8.contains($0) }
    let domain = text[(at + 1)...].prefix { $0.isLetterOrDigit || ".-".utf8.contains($0) }
    guard !local.isEmpty, let dot = domain.lastIndex(of: UInt8(ascii: ".")), dot > at + 1 else {
      return nil
    }
    let end = domain.endIndex == dot + 1 ? dot : domain.endIndex
    guard text[(at + 1)..<end].contains(UInt8(ascii: ".")) else { return nil }
    return ShapeFinding(range: local.startIndex..<end)
  }

  private func phone(in text: [UInt8], at offset: Int) -> ShapeFinding? {
    var digits = 0
    var end = offset + 1
    for (place, byte) in text[(offset + 1)...].enumerated() {
      if byte.isDigit {
        digits += 1
        end = offset + 2 + place
      } else if !" -()./".utf8.contains(byte) {
        break
      }
      if digits > 15 { return nil }
    }
    return digits >= 8 ? ShapeFinding(range: offset..<end) : nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate var hasMixedCase: Bool {
    dropFirst().contains { $0.isLetter && $0 != $0.asciiLowercased }
      && contains { $0.isLetter && $0 == $0.asciiLowercased }
  }

  fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let last = lastIndex { !condition($0) }
    return self[(last.map { $0 + 1 } ?? startIndex)...]
  }

  fileprivate func firstOffset(of needle: String.UTF8View) -> Int? {
    indices.first { self[$0...].starts(with: needle) }
  }
}
