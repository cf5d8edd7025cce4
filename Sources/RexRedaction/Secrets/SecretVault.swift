import RexJSON
import RexLocking

/// The secrets of a session and their placeholders; equal secrets have equal placeholders.
///
/// Shared by all redactors of a session; can be used from any thread.
public final class SecretVault: Sendable {
  /// The minimum length of remembered secrets; shorter ones are not searched for in other texts.
  public static let rememberedBytesMin = 6
  /// The most bytes of a secret that are searched for.
  ///
  /// Where a longer secret begins, the rest of the text is redacted. The limit bounds the memory of
  /// the search: about 200 bytes for each byte of a secret, since its base64 and hexadecimal forms
  /// are searched for, too.
  static let rememberedBytesMax = 4096

  private let tag: UInt16
  private let contents = Locked(VaultContents())

  /// Creates an empty vault; the tag distinguishes its placeholders from those of other sessions.
  public init(tag: UInt16 = .random(in: 0 ... .max)) { self.tag = tag }

  /// The number of different secrets; a single letter counts each time it is redacted by rules.
  public var count: Int { contents.withLock { $0.issuedCount } }

  /// The number of values that were redacted, except booleans.
  public var redactedCount: Int { contents.withLock { $0.redactedCount } }

  /// The number of secrets that are searched for in texts.
  var rememberedCount: Int { contents.withLock { $0.remembered.count } }

  /// Sets the number of redacted values, before they are redacted again.
  func resetRedactedCount(to count: Int) { contents.withLock { $0.redactedCount = count } }

  /// Searches for a secret in any text from now on.
  func remember(_ secret: JSON) { contents.withLock { $0.remember(secret) } }

  /// The known secrets to search for.
  var needles: NeedleIndex { contents.withLock { $0.needles } }

  /// Returns the placeholder of a string or number; any other value unchanged.
  ///
  /// From now on, a remembered secret is found in any text.
  func placeholder(for secret: JSON, isRemembered: Bool = true) -> JSON {
    contents.withLock { contents in
      if isRemembered { contents.remember(secret) }
      return contents.placeholder(for: secret, tag: tag)
    }
  }

  /// Returns the placeholder of a string or number that is secret as a whole.
  ///
  /// A single letter or digit gets a new placeholder each time, so that a password typed letter by
  /// letter does not show which letters are equal. If the value is encoded again and again, all
  /// letters share one placeholder instead, since equal states must have equal encodings.
  func placeholder(
    forWhole secret: JSON, keyNames: KeyNames, isEncodedAgain: Bool = false
  ) -> JSON {
    if secret.isOneCharacter {
      return isEncodedAgain
        ? placeholder(for: secret.anyCharacter, isRemembered: false) : newPlaceholder(for: secret)
    }
    // If a password is "password", keys with that name must not be redacted.
    let isName = secret.string.map(keyNames.isName) ?? false
    return placeholder(for: secret, isRemembered: !isName)
  }

  /// Returns the placeholder of a remembered secret by its index.
  func placeholder(ofRemembered index: Int) -> JSON? {
    contents.withLock { contents in
      guard contents.remembered.indices.contains(index) else { return nil }
      return contents.placeholder(for: contents.remembered[index], tag: tag)
    }
  }

  /// Returns a new placeholder, even if the secret already has one.
  private func newPlaceholder(for secret: JSON) -> JSON {
    contents.withLock { $0.newPlaceholder(for: secret, tag: tag) ?? secret }
  }

  /// Returns the placeholder that a value already has; nil if none.
  func existingPlaceholder(for secret: JSON) -> JSON? {
    contents.withLock { $0.placeholders[secret] }
  }

  /// Counts a value that was redacted without this vault.
  func countRedacted() { contents.withLock { $0.redactedCount += 1 } }

  /// Returns whether a value is one of this vault's placeholders.
  func hasIssued(_ value: JSON) -> Bool {
    contents.withLock { $0.issued.contains(value) }
  }

  /// Returns the remembered secrets in a text; a match of a truncated one extends to the text's
  /// end.
  func matches(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> [NeedleIndex.Match] {
    contents.withLock { contents in
      var matches = contents.needles.matches(in: text, work: &work)
      guard !contents.truncated.isEmpty,
        let first = matches.firstIndex(where: { contents.truncated.contains($0.secret) })
      else { return matches }
      matches.removeSubrange((first + 1)...)
      matches[first].range = matches[first].range.lowerBound..<text.count
      matches[first].isWhole = false
      return matches
    }
  }
}

/// The contents of a vault.
private struct VaultContents {
  var placeholders: [JSON: JSON] = [:]
  var issued: Set<JSON> = []
  var issuedCount = 0
  var redactedCount = 0
  var needles = NeedleIndex()
  /// The remembered secrets, by index.
  var remembered: [JSON] = []
  /// The indices of the secrets that are truncated.
  var truncated: Set<Int> = []
  var rememberedTexts: Set<JSON> = []
}

extension VaultContents {
  mutating func placeholder(for secret: JSON, tag: UInt16) -> JSON {
    if let known = placeholders[secret] {
      redactedCount += 1
      return known
    }
    guard let new = newPlaceholder(for: secret, tag: tag) else { return secret }
    placeholders[secret] = new
    return new
  }

  mutating func newPlaceholder(for secret: JSON, tag: UInt16) -> JSON? {
    guard let new = Placeholder.make(for: secret, tag: tag, serialNumber: issuedCount + 1) else {
      return nil
    }
    issuedCount += 1
    redactedCount += 1
    issued.insert(new)
    return new
  }

  mutating func remember(_ secret: JSON) {
    let text: String
    switch secret {
    case .string(let string): text = string
    case .number(let number): text = number.text
    case .null, .bool, .array, .object: return
    }
    var needles: [(text: [UInt8], secret: Int)] = []
    remember(text, secret, &needles)
    if let credentials = text.credentials { remember(credentials, .string(credentials), &needles) }
    self.needles.add(needles, unescapedBytesMin: SecretVault.rememberedBytesMin)
  }

  private mutating func remember(
    _ text: String, _ secret: JSON, _ needles: inout [(text: [UInt8], secret: Int)]
  ) {
    guard text.utf8.count >= SecretVault.rememberedBytesMin,
      rememberedTexts.insert(.string(text)).inserted
    else { return }
    if text.utf8.count > SecretVault.rememberedBytesMax { truncated.insert(remembered.count) }
    needles.append((Array(text.utf8.prefix(SecretVault.rememberedBytesMax)), remembered.count))
    remembered.append(secret)
  }
}

extension JSON {
  /// Whether it is a single letter or digit, as when a password or PIN is typed.
  fileprivate var isOneCharacter: Bool {
    switch self {
    case .string(let text): text.utf8.count <= JSON.letterBytesMax && text.count == 1
    case .number(let number): number.text.utf8.count == 1
    case .null, .bool, .array, .object: false
    }
  }

  /// The limit on the bytes of a letter with combining characters; only some emoji are longer.
  private static let letterBytesMax = 16

  /// The value whose placeholder all letters, or all digits, share; no other secret is empty or 0.
  fileprivate var anyCharacter: JSON { string == nil ? 0 : "" }
}

extension String {
  /// The credentials after the scheme in a text such as "Bearer abc".
  fileprivate var credentials: String? {
    let words = utf8.prefix(SecretVault.rememberedBytesMax).split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 2, words[0].allSatisfy({ $0.isWord }), ArraySlice(words[1]).looksRandom
    else { return nil }
    return String(Substring(words[1]))
  }
}
