public import RexJSON

/// Redacts the secrets of one session in everything that is written.
///
///     state  {"user":{"token":"s3cr3t"}}     ──start──▶  {"user":{"token":"redacted3f9c0001"}}
///     patch  replace /user/token "t0p"       ──▶         replace /user/token "redacted3f9c0002"
///     text   "no access with s3cr3t"         ──▶         "no access with redacted3f9c0001"
///
/// It keeps the redacted state, as a reader of the log will see it: applying a redacted patch to
/// the redacted state always results in the next redacted state. A secret that moves to a path that
/// is not secret stays redacted. Values that were written before they were known as secrets stay
/// unredacted.
public struct Redactor {
  /// The rules that say which values are secret.
  public let rules: RedactionRules
  /// The session's secrets and placeholders.
  public let vault: SecretVault
  /// The redacted state, as a reader sees it; nil before `start(from:)`.
  public internal(set) var state: JSON?
  let shapes: ShapeFinder
  private let limit: TextLimit?
  /// The redacted forms of keys, by the original keys.
  var keys: [JSON: String] = [:]
  /// The keys that the current call of `redactingAll` added to `keys`.
  var newKeys: [JSON] = []

  /// Creates a redactor for one session.
  public init(rules: RedactionRules, vault: SecretVault = SecretVault()) {
    (self.rules, self.vault) = (rules, vault)
    limit = rules.textBytesMax.map { TextLimit(bytesMax: $0, count: vault.countRedacted) }
    shapes = ShapeFinder(shapes: rules.shapes, keyNames: rules.keyNames)
  }

  /// Redacts a whole state, at the start of a log or after a gap.
  public mutating func start(from state: JSON) -> JSON {
    let redacted = redact(state)
    self.state = redacted
    return redacted
  }

  /// Sets the redacted state; nil if it is unknown.
  package mutating func setState(_ redacted: JSON?) { state = redacted }

  /// Redacts a document: an action, a mark's data, or a state.
  public mutating func redact(_ document: JSON) -> JSON {
    redactingAll { $0.redact(document, at: DocumentPosition($0.rules), isRedacted: false) }
  }

  /// Redacts known secrets and text in secret formats.
  ///
  /// Secrets are found in any escaping. A marker replaces a result that exceeds the length limit.
  public func redact(text: String) -> String {
    let (knownCount, redactedCount) = (vault.rememberedCount, vault.redactedCount)
    let redacted = redacting(text)
    guard vault.rememberedCount > knownCount else { return limited(redacted) }
    vault.resetRedactedCount(to: redactedCount)
    return limited(redacting(text))
  }

  /// Redacts a text without a second pass for secrets that it finds itself.
  func redactedOnce(_ text: String) -> String { limited(redacting(text)) }

  private func limited(_ text: String) -> String { limit?.limited(text) ?? text }

  /// Calls a closure that redacts, and calls it again if it finds a new secret.
  ///
  /// The first call may have passed the same secret before it was known.
  mutating func redactingAll<Result>(_ redact: (inout Redactor) -> Result) -> Result {
    let (knownCount, redactedCount) = (vault.rememberedCount, vault.redactedCount)
    newKeys = []
    let result = redact(&self)
    guard vault.rememberedCount > knownCount else { return result }
    vault.resetRedactedCount(to: redactedCount)
    for key in newKeys { keys[key] = nil }
    return redact(&self)
  }

  /// Returns a placeholder for the fingerprint of a text that was written without redaction.
  ///
  /// Equal fingerprints get equal placeholders, but nobody can check a guess of the text against
  /// them.
  public func redact(fingerprint: String) -> String {
    if fingerprint.isEmpty || Placeholder.isPlaceholder(fingerprint) { return fingerprint }
    return vault.placeholder(for: .string(fingerprint), isRemembered: false).string ?? ""
  }

  private func redacting(_ text: String) -> String {
    var text = text
    return text.withUTF8(redacting) ?? text
  }

  /// Redacts a text; returns nil if it contains no secrets.
  private func redacting(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let replacements = replacements(in: bytes)
    guard !replacements.isEmpty else { return nil }
    var redacted: [UInt8] = []
    var end = 0
    for replacement in replacements {
      redacted += bytes[end..<replacement.range.lowerBound]
      redacted += replacement.placeholder.utf8
      end = replacement.range.upperBound
    }
    redacted += bytes[end...]
    return String(decoding: redacted, as: UTF8.self)
  }
}
