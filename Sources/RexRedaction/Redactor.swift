public import RexJSON

/// Redacts the secrets of one session wherever a value is written.
///
///     state  {"user":{"token":"s3cr3t"}}     ▶  {"user":{"token":"redacted5f0c9a1b77e2d403"}}
///     patch  replace /user/token "t0p"       ▶  replace /user/token "redacted9b1d44c1a77f0e25"
///     text   "sent token=s3cr3t to us"       ▶  "sent token=redacted5f0c9a1b77e2d403 to us"
///
/// What is redacted depends only on a text, number or Boolean, and on the names above it: nothing
/// is remembered. Equal secrets have equal placeholders. It is not thread-safe.
public final class Redactor {
  /// The rules that say which values are secret.
  public let rules: RedactionRules
  /// The number of values that were redacted so far, except Booleans and keys.
  public internal(set) var redactedCount = 0

  /// Returns where some texts are in another.
  package typealias TextSearch = (UnsafeBufferPointer<UInt8>) -> [Range<Int>]

  let placeholders: KeyedPlaceholders
  let formats: TextFormats
  /// In memory of its own, since it is used for every value, and a class's stored properties are
  /// checked for exclusive access at run time.
  let scopes: UnsafeMutablePointer<RuleScopes>
  let textBytesMax: Int
  /// The range of the placeholders for numbers in a log that was redacted before; nil without one.
  ///
  /// They stay. Those of older logs are replaced by others, since a log names only one range.
  let loggedNumbers: ClosedRange<Int>?
  /// Whether texts are decoded completely, which takes too long while an app runs.
  let decodesTexts: Bool
  /// Finds the texts to replace everywhere, also escaped or encoded; nil if there are none.
  let given: TextSearch?
  /// Whether a name of a secret was met where a value can be beside it, in a payload.
  var hasSecretName = false
  /// The number of texts with JSON around the text that is redacted.
  var nestingDepth = 0

  /// Creates a redactor for one session.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - placeholderKey: The key of the placeholders; nil for a random one. With a key, another
  ///     session can have the same placeholders, and guesses of its secrets can be checked.
  public convenience init(rules: RedactionRules, placeholderKey: UInt64? = nil) {
    self.init(rules: rules, placeholders: KeyedPlaceholders(key: placeholderKey))
  }

  /// Creates a redactor for an existing log, which also decodes texts completely.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - placeholderKey: The key of the placeholders; nil for a random one.
  ///   - loggedNumbers: The range of the log's placeholders for numbers; nil without redaction.
  ///   - given: Finds the texts to replace everywhere.
  package convenience init(
    rules: RedactionRules, placeholderKey: UInt64?, loggedNumbers: ClosedRange<Int>?,
    given: TextSearch?
  ) {
    self.init(
      rules: rules, placeholders: KeyedPlaceholders(key: placeholderKey),
      loggedNumbers: loggedNumbers, decodesTexts: true, given: given)
  }

  init(
    rules: RedactionRules, placeholders: KeyedPlaceholders,
    loggedNumbers: ClosedRange<Int>? = nil, decodesTexts: Bool = false, given: TextSearch? = nil
  ) {
    (self.rules, self.placeholders) = (rules, placeholders)
    formats = TextFormats(shapes: rules.shapes, keyNames: rules.keyNames)
    scopes = .allocate(capacity: 1)
    scopes.initialize(to: RuleScopes(rules))
    textBytesMax = rules.textBytesMax.map { max($0, TextMarker.bytesMaxMin) } ?? .max
    (self.loggedNumbers, self.decodesTexts, self.given) = (loggedNumbers, decodesTexts, given)
  }

  deinit {
    scopes.deinitialize(count: 1)
    scopes.deallocate()
  }

  /// The redactor of an encoder's leaves; nil if there are no rules.
  package var leafRedactor: (any LeafRedactor)? { rules.isEmpty && given == nil ? nil : self }

  /// Redacts a document, such as a state.
  public func redact(_ document: JSON) -> JSON {
    redacted(document, in: rootScope) ?? document
  }

  /// Redacts text in secret formats; a marker replaces a text that exceeds the length limit.
  public func redact(text: String) -> String {
    var text = text
    return text.withUTF8 { redactedText($0) } ?? text
  }

  /// Returns a placeholder for the fingerprint of a text that was written without redaction.
  ///
  /// Equal fingerprints get equal placeholders, but nobody can check a guess of the text against
  /// them.
  package func redact(fingerprint: String) -> String {
    if fingerprint.isEmpty || Placeholder.isPlaceholder(fingerprint) { return fingerprint }
    var fingerprint = fingerprint
    return fingerprint.withUTF8 { placeholder(forText: $0) }
  }

  func placeholder(forText text: UnsafeBufferPointer<UInt8>) -> String {
    redactedCount += 1
    return placeholders.placeholder(forText: text)
  }
}
