public import RexJSON

/// Takes the secrets of one session out of all that is written of it.
///
///     state  {"user":{"token":"s3cr3t"}}     ──start──▶  {"user":{"token":"redacted3f9c0001"}}
///     patch  replace /user/token "t0p"       ──▶         replace /user/token "redacted3f9c0002"
///     text   "no access with s3cr3t"         ──▶         "no access with redacted3f9c0001"
///
/// It keeps the redacted state, as a reader of the log will have it: applying a redacted patch to
/// the redacted state before always gives the redacted state after. A secret that moves to an open
/// place stays covered; what was open when it was written stays so.
public struct Redactor {
  /// What is secret.
  public let rules: RedactionRules
  /// The session's secrets.
  public let vault: SecretVault
  /// The redacted state, as a reader has it; nil before the start.
  public internal(set) var state: JSON?
  let shapes: ShapeFinder
  private let limit: TextLimit?
  /// Keys that were covered, by what they were.
  var keys: [JSON: String] = [:]

  /// A redactor for one session.
  public init(rules: RedactionRules, vault: SecretVault = SecretVault()) {
    (self.rules, self.vault) = (rules, vault)
    limit = rules.textBytesMax.map { TextLimit(bytesMax: $0, count: vault.countCovered) }
    shapes = ShapeFinder(shapes: rules.shapes, keyNames: rules.keyNames)
  }

  /// Takes a whole state, and returns it redacted: at the start, and after a gap.
  public mutating func start(from state: JSON) -> JSON {
    let redacted = redact(state)
    self.state = redacted
    return redacted
  }

  /// Takes a whole state that is shown as it is; nil where none is known.
  package mutating func follow(_ shown: JSON?) { state = shown }

  /// A document redacted: an action, a mark's data, or a state.
  public mutating func redact(_ document: JSON) -> JSON {
    redact(document, at: Place(rules), isShown: false)
  }

  /// Free text with its secrets covered, remembered ones and those that have a secret's shape.
  ///
  /// They are found in any escaping. What is still too long is left out.
  public func redact(text: String) -> String {
    limit?.shown(covering(text)) ?? covering(text)
  }

  /// What stands for the fingerprint of something that was written when nothing was covered.
  ///
  /// Equal fingerprints stay equal; but no guess at what they are of can be checked.
  public func redact(fingerprint: String) -> String {
    if fingerprint.isEmpty || Placeholder.isPlaceholder(fingerprint) { return fingerprint }
    return vault.placeholder(for: .string(fingerprint), isRemembered: false).string ?? ""
  }

  private func covering(_ text: String) -> String {
    var text = text
    return text.withUTF8(covering) ?? text
  }

  /// A text with its secrets covered; nil where it has none.
  private func covering(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let covers = covers(of: bytes)
    guard !covers.isEmpty else { return nil }
    var covered: [UInt8] = []
    var end = 0
    for cover in covers {
      covered += bytes[end..<cover.range.lowerBound]
      covered += cover.placeholder.utf8
      end = cover.range.upperBound
    }
    covered += bytes[end...]
    return String(decoding: covered, as: UTF8.self)
  }
}
