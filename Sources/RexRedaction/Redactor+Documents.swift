import RexJSON

/// A position in a document, and whether the rules make its value secret.
struct Place {
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

  func advanced(by token: String, rules: RedactionRules) -> Place {
    var next = following(token)
    if next.secrecy == .open, rules.keyNames.contains(token) { next.secrecy = .named }
    return next
  }

  /// Returns the position of an element; an index is not a key name.
  func advanced(by index: Int) -> Place {
    progress == nil && keyedProgress == nil && tokens == nil ? self : following(String(index))
  }

  private func following(_ token: String) -> Place {
    var next = self
    next.progress = progress?.advanced(by: token)
    next.keyedProgress = keyedProgress?.advanced(by: token)
    next.tokens?.append(token)
    if next.progress?.isMatch == true { next.secrecy = .whole }
    return next
  }

  /// Returns the position of a pointer's value below this one.
  func advanced(by tokens: some Sequence<String>, rules: RedactionRules) -> Place {
    tokens.reduce(self) { $0.advanced(by: $1, rules: rules) }
  }

  /// Returns this position after evaluating the rules' condition on its value.
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
  /// Redacts a value at a position; `isShown` says that it may already contain placeholders.
  mutating func redact(_ value: JSON, at place: Place, isShown: Bool) -> JSON {
    covered(value, at: place, isShown: isShown) ?? value
  }

  /// Redacts a value; returns nil if it contains no secrets, so that it is not copied.
  ///
  /// Recursive, since the parser limits the depth of documents.
  private mutating func covered(_ value: JSON, at place: Place, isShown: Bool) -> JSON? {
    let place = place.seeing(value, rules: rules)
    switch value {
    case .null: return nil
    case .bool(let value): return value && place.secrecy == .whole ? .bool(false) : nil
    case .number(let number): return covered(number, at: place, isShown: isShown)
    case .string(let text): return covered(text, at: place).map(JSON.string)
    case .array(let elements): return covered(elements, at: place, isShown: isShown)
    case .object(let members): return covered(members, at: place, isShown: isShown)
    }
  }

  private mutating func covered(_ elements: [JSON], at place: Place, isShown: Bool) -> JSON? {
    var shown: [JSON]?
    for (index, element) in elements.enumerated() {
      if let new = covered(element, at: place.advanced(by: index), isShown: isShown) {
        if shown == nil { shown = elements }
        shown?[index] = new
      }
    }
    return shown.map(JSON.array)
  }

  private mutating func covered(_ members: JSONObject, at place: Place, isShown: Bool) -> JSON? {
    var values: [(position: Int, value: JSON)] = []
    var keys: [Int: String] = [:]
    for (position, (key, value)) in members.enumerated() {
      let shownKey = shownKey(for: key, in: place)
      if !shownKey.hasSameBytes(as: key) { keys[position] = shownKey }
      let inside = place.advanced(by: key, rules: rules)
      if let new = covered(value, at: inside, isShown: isShown) { values.append((position, new)) }
    }
    guard !values.isEmpty || !keys.isEmpty else { return nil }
    var shown = members
    for (position, value) in values { shown.withValue(at: position) { $0 = value } }
    guard !keys.isEmpty else { return .object(shown) }
    var renamed = JSONObject()
    for (position, (key, value)) in shown.enumerated() { renamed[keys[position] ?? key] = value }
    return .object(renamed)
  }

  private func covered(_ number: JSONNumber, at place: Place, isShown: Bool) -> JSON? {
    let value = JSON.number(number)
    if isShown, vault.hasIssued(value) { return nil }
    if place.secrecy != .open {
      return number.isLetter ? vault.newPlaceholder(for: value) : vault.placeholder(for: value)
    }
    var text = number.text
    guard text.utf8.count >= SecretVault.rememberedBytesMin,
      text.withUTF8({ shapes.findsSecret(in: $0, vault, knowing: vault.needles) })
    else { return nil }
    return vault.placeholder(for: value)
  }

  private func covered(_ text: String, at place: Place) -> String? {
    if text.isEmpty || Placeholder.isPlaceholder(text) { return nil }
    guard place.secrecy == .open else { return placeholder(for: text) }
    let shown = redact(text: text)
    return shown.hasSameBytes(as: text) ? nil : shown
  }

  /// Returns the placeholder of a text that is secret as a whole.
  ///
  /// A single letter gets a new placeholder each time, so that a password typed letter by letter
  /// does not show which letters are equal.
  private func placeholder(for text: String) -> String {
    let secret = JSON.string(text)
    if text.utf8.count <= Redactor.letterBytesMax, text.count == 1 {
      return vault.newPlaceholder(for: secret).string ?? ""
    }
    // If a password is "password", keys with that name must not be redacted.
    let isName = rules.keyNames.isName(text)
    return vault.placeholder(for: secret, isRemembered: !isName).string ?? ""
  }

  /// The limit on the bytes of one letter with its marks; only some emoji sequences are longer.
  private static let letterBytesMax = 16

  /// Returns the redacted form of a key in an object; equal keys get the same form.
  mutating func shownKey(for key: String, in place: Place) -> String {
    if place.hasSecretKeys, !key.isEmpty, !Placeholder.isPlaceholder(key) {
      let isName = rules.keyNames.contains(key)
      return vault.placeholder(for: .string(key), isRemembered: !isName).string ?? ""
    }
    if !keys.isEmpty, let known = keys[.string(key)] { return known }
    let shown = redact(text: key)
    if !shown.hasSameBytes(as: key) { keys[.string(key)] = shown }
    return shown
  }
}

extension JSONNumber {
  /// Whether a number is one digit, as when a PIN is typed.
  fileprivate var isLetter: Bool { text.utf8.count == 1 }
}
