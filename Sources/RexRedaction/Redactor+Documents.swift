package import RexJSON

/// A position in a document, and whether the rules make its value secret.
struct DocumentPosition {
  private(set) var secrecy = Secrecy.open
  /// The progress in the rules' path patterns; nil if none can match any more.
  private var progress: PathProgress?
  private var keyedProgress: PathProgress?
  /// The tokens up to here; nil unless the rules have a condition, which needs them.
  private(set) var tokens: [String]?

  /// How much of a value is redacted.
  enum Secrecy: Int, Comparable {
    /// Only parts in a secret format, and known secrets.
    case open
    /// All strings and numbers, because of a key's name; booleans stay.
    case named
    /// Everything except null.
    case whole

    static func < (left: Secrecy, right: Secrecy) -> Bool { left.rawValue < right.rawValue }
  }

  init(_ rules: RedactionRules) {
    progress = PathProgress(rules.paths)
    keyedProgress = PathProgress(rules.keyedPaths)
    tokens = rules.isSecret == nil ? nil : []
    if progress?.isMatch == true { secrecy = .whole }
  }

  /// Whether the keys of an object here are secret.
  var hasSecretKeys: Bool { keyedProgress?.isMatch == true }

  func advanced(by token: String, rules: RedactionRules) -> DocumentPosition {
    var next = following(token)
    if next.secrecy == .open, rules.keyNames.contains(token) { next.secrecy = .named }
    return next
  }

  /// Returns the position of an element; an index is not a key name.
  func advanced(by index: Int) -> DocumentPosition {
    progress == nil && keyedProgress == nil && tokens == nil ? self : following(String(index))
  }

  private func following(_ token: String) -> DocumentPosition {
    var next = self
    next.progress = progress?.advanced(by: token)
    next.keyedProgress = keyedProgress?.advanced(by: token)
    next.tokens?.append(token)
    if next.progress?.isMatch == true { next.secrecy = .whole }
    return next
  }

  /// Returns the position of a pointer's value below this one.
  func advanced(by tokens: some Sequence<String>, rules: RedactionRules) -> DocumentPosition {
    tokens.reduce(self) { $0.advanced(by: $1, rules: rules) }
  }

  /// Returns this position after evaluating the rules' condition on its value.
  func evaluatingCondition(on value: JSON, rules: RedactionRules) -> DocumentPosition {
    guard secrecy != .whole, let tokens, let isSecret = rules.isSecret,
      isSecret(JSONPointer(tokens: tokens), value)
    else { return self }
    var position = self
    position.secrecy = .whole
    return position
  }
}

extension Redactor {
  /// Redacts the keys of a path in a document.
  package mutating func redact(path: JSONPointer) -> JSONPointer {
    var position = DocumentPosition(rules)
    return JSONPointer(
      tokens: path.tokens.map { token in
        defer { position = position.advanced(by: token, rules: rules) }
        return redactedKey(for: token, in: position)
      })
  }

  /// Redacts a value at a position; `isRedacted` says that it may already contain placeholders.
  mutating func redact(_ value: JSON, at position: DocumentPosition, isRedacted: Bool) -> JSON {
    redacted(value, at: position, isRedacted: isRedacted) ?? value
  }

  /// Redacts a value; returns nil if it contains no secrets, so that it is not copied.
  ///
  /// The recursion is bounded, since the parser limits the depth of documents.
  private mutating func redacted(_ value: JSON, at position: DocumentPosition, isRedacted: Bool)
    -> JSON?
  {
    let position = position.evaluatingCondition(on: value, rules: rules)
    switch value {
    case .null: return nil
    case .bool(let value): return value && position.secrecy == .whole ? .bool(false) : nil
    case .number(let number): return redacted(number, at: position, isRedacted: isRedacted)
    case .string(let text): return redacted(text, at: position).map(JSON.string)
    case .array(let elements): return redacted(elements, at: position, isRedacted: isRedacted)
    case .object(let members): return redacted(members, at: position, isRedacted: isRedacted)
    }
  }

  private mutating func redacted(
    _ elements: [JSON], at position: DocumentPosition, isRedacted: Bool
  ) -> JSON? {
    var copy: [JSON]?
    for (index, element) in elements.enumerated() {
      let inside = position.advanced(by: index)
      if let new = redacted(element, at: inside, isRedacted: isRedacted) {
        if copy == nil { copy = elements }
        copy?[index] = new
      }
    }
    return copy.map(JSON.array)
  }

  private mutating func redacted(
    _ members: JSONObject, at position: DocumentPosition, isRedacted: Bool
  ) -> JSON? {
    var values: [(index: Int, value: JSON)] = []
    var keys: [Int: String] = [:]
    for (index, (key, value)) in members.enumerated() {
      let redactedKey = redactedKey(for: key, in: position)
      if !redactedKey.hasSameBytes(as: key) { keys[index] = redactedKey }
      let inside = position.advanced(by: key, rules: rules)
      if let new = redacted(value, at: inside, isRedacted: isRedacted) {
        values.append((index, new))
      }
    }
    guard !values.isEmpty || !keys.isEmpty else { return nil }
    var copy = members
    for (index, value) in values { copy.withValue(at: index) { $0 = value } }
    guard !keys.isEmpty else { return .object(copy) }
    var renamed = JSONObject()
    for (index, (key, value)) in copy.enumerated() { renamed[keys[index] ?? key] = value }
    return .object(renamed)
  }

  /// Redacts a number that is secret by its place.
  ///
  /// Its digits do not count: a sum such as 4539.148803436467 has a card's check digits by chance.
  private func redacted(_ number: JSONNumber, at position: DocumentPosition, isRedacted: Bool)
    -> JSON?
  {
    let value = JSON.number(number)
    guard position.secrecy != .open, !(isRedacted && vault.hasIssued(value)) else { return nil }
    return vault.placeholder(forWhole: value, keyNames: rules.keyNames)
  }

  private func redacted(_ text: String, at position: DocumentPosition) -> String? {
    if text.isEmpty || Placeholder.isPlaceholder(text) { return nil }
    guard position.secrecy == .open else {
      return vault.placeholder(forWhole: .string(text), keyNames: rules.keyNames).string
    }
    let redacted = redactedOnce(text)
    return redacted.hasSameBytes(as: text) ? nil : redacted
  }

  /// Returns the redacted form of a key in an object; equal keys get the same form.
  mutating func redactedKey(for key: String, in position: DocumentPosition) -> String {
    if position.hasSecretKeys, !key.isEmpty, !Placeholder.isPlaceholder(key) {
      let isName = rules.keyNames.contains(key)
      return vault.placeholder(for: .string(key), isRemembered: !isName).string ?? ""
    }
    if !keys.isEmpty, let known = keys[.string(key)] { return known }
    let redacted = redactedOnce(key)
    if !redacted.hasSameBytes(as: key) {
      keys[.string(key)] = redacted
      newKeys.append(.string(key))
    }
    return redacted
  }
}
