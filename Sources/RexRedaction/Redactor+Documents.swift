import RexJSON

/// A place in a document, and what the rules say of it.
struct Place {
  private(set) var secrecy = Secrecy.open
  private var progress: PathProgress
  private var keyedProgress: PathProgress
  /// The tokens up to here, kept only where a condition wants to see them.
  private(set) var tokens: [String]?

  /// How much of a value is covered.
  enum Secrecy: Int, Comparable {
    /// What has the shape of a secret, or is known as one.
    case open
    /// Every text and number; a key's name says nothing of a truth value.
    case named
    /// Everything but null.
    case whole

    static func < (left: Secrecy, right: Secrecy) -> Bool { left.rawValue < right.rawValue }
  }

  init(_ rules: RedactionRules) {
    progress = PathProgress(rules.paths)
    keyedProgress = PathProgress(rules.keyedPaths)
    tokens = rules.isSecret == nil ? nil : []
    if progress.isMatch { secrecy = .whole }
  }

  /// Whether the keys of an object here are secret.
  var hasSecretKeys: Bool { keyedProgress.isMatch }

  func advanced(by token: String, rules: RedactionRules) -> Place {
    var next = self
    next.progress = progress.advanced(by: token)
    next.keyedProgress = keyedProgress.advanced(by: token)
    next.tokens?.append(token)
    if next.progress.isMatch { next.secrecy = .whole }
    if next.secrecy == .open, rules.keyNames.contains(token) { next.secrecy = .named }
    return next
  }

  /// The place of a pointer's value, below this one.
  func advanced(by tokens: some Sequence<String>, rules: RedactionRules) -> Place {
    tokens.reduce(self) { $0.advanced(by: $1, rules: rules) }
  }

  /// The same place, told what the rules' condition says of its value.
  func seeing(_ value: JSON, rules: RedactionRules) -> Place {
    guard secrecy != .whole, let tokens, let isSecret = rules.isSecret,
      isSecret(JSONPointer(tokens: tokens), value)
    else { return self }
    var seen = self
    seen.secrecy = .whole
    return seen
  }
}

extension Redactor {
  /// A value as it is shown at a place; one that was shown elsewhere may hold placeholders.
  mutating func redact(_ value: JSON, at place: Place, isShown: Bool) -> JSON {
    let place = place.seeing(value, rules: rules)
    switch value {
    case .null: return value
    case .bool: return place.secrecy == .whole ? .bool(false) : value
    case .number(let number): return redact(number, at: place, isShown: isShown)
    case .string(let text): return .string(redact(text, at: place))
    case .array(let elements):
      var shown: [JSON] = []
      shown.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        let inside = place.advanced(by: String(index), rules: rules)
        shown.append(redact(element, at: inside, isShown: isShown))
      }
      return .array(shown)
    case .object(let members):
      var shown = JSONObject()
      for (key, value) in members {
        let inside = place.advanced(by: key, rules: rules)
        shown[shownKey(for: key, in: place)] = redact(value, at: inside, isShown: isShown)
      }
      return .object(shown)
    }
  }

  private func redact(_ number: JSONNumber, at place: Place, isShown: Bool) -> JSON {
    let value = JSON.number(number)
    if isShown, vault.hasIssued(value) { return value }
    if place.secrecy != .open { return vault.placeholder(for: value) }
    guard number.text.utf8.count >= SecretVault.rememberedBytesMin,
      holdsSecret(Array(number.text.utf8))
    else { return value }
    return vault.placeholder(for: value)
  }

  private func redact(_ text: String, at place: Place) -> String {
    if text.isEmpty || Placeholder.isPlaceholder(text) { return text }
    guard place.secrecy != .open else { return redact(text: text) }
    return placeholder(for: text)
  }

  private func placeholder(for text: String) -> String {
    // Who takes "password" for a password must not cover every key of that name.
    let isName = rules.keyNames.contains(text)
    return vault.placeholder(for: .string(text), isRemembered: !isName).string ?? ""
  }

  /// A key as it is shown in an object at a place.
  mutating func shownKey(for key: String, in place: Place) -> String {
    if place.hasSecretKeys, !key.isEmpty, !Placeholder.isPlaceholder(key) {
      return placeholder(for: key)
    }
    if let known = keys[.string(key)] { return known }
    let shown = redact(text: key)
    if !shown.hasSameBytes(as: key) { keys[.string(key)] = shown }
    return shown
  }
}
