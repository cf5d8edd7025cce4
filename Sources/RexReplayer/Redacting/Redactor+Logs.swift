package import RexRedaction

extension Redactor {
  /// Creates a redactor for an existing log, which also decodes texts completely.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - placeholderKey: The key of the placeholders; nil for a random one.
  ///   - loggedNumbers: The range of the log's placeholders for numbers; nil without redaction.
  ///   - secrets: Texts to replace everywhere, also inside of others, escaped or encoded.
  package convenience init(
    rules: RedactionRules, placeholderKey: UInt64?, loggedNumbers: ClosedRange<Int>?,
    secrets: [String]
  ) {
    self.init(
      rules: rules, placeholderKey: placeholderKey, loggedNumbers: loggedNumbers,
      search: GivenTexts(search: secrets.isEmpty ? nil : SecretSearch(secrets)))
  }
}

/// The search for given texts, if there are any.
private struct GivenTexts: LogTextSearch {
  let search: SecretSearch?

  var hasTexts: Bool { search != nil }

  func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    search?.findings(in: text).map(\.range) ?? []
  }

  func forEachEncodedText(
    in text: UnsafeBufferPointer<UInt8>,
    _ body: (_ run: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    Base64Runs.forEach(in: text, body)
  }
}
