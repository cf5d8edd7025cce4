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
    let search = secrets.isEmpty ? nil : SecretSearch(secrets)
    self.init(
      rules: rules, placeholderKey: placeholderKey, loggedNumbers: loggedNumbers,
      given: search.map { search in { search.findings(in: $0).map(\.range) } })
  }
}
