package import RexJSON

/// Redacts actions, marks and inputs, in which a name can stand beside its value.
///
///     {"name": "Authorization", "value": "…"}     {"_0": {"password": {}}, "_1": "…"}
///     ["X-Api-Key", "…"]                          [{"password": {}}, "…", {"email": {}}, "…"]
///
/// They are whole, whereas a patch of a state may have one without the other. Few have the name of
/// a secret where a name can be, so only these are read a second time.
extension Redactor {
  /// The scope of a whole mark, input, or action that is no enum.
  package var payloadScope: LeafScope { LeafScope(rules: scopes.pointee.payloadRoot) }

  /// The scope of a whole action that is an enum, or registered, so that its only key is a name.
  package var caseScope: LeafScope { LeafScope(rules: scopes.pointee.caseRoot) }

  /// Redacts an action of any type.
  package func redact(action: JSON) -> JSON {
    redacted(payload: action, in: action.object?.count == 1 ? caseScope : payloadScope) ?? action
  }

  /// Redacts a mark's data or an input.
  package func redact(payload: JSON) -> JSON {
    redacted(payload: payload, in: payloadScope) ?? payload
  }

  /// Encodes a payload, and replaces the values beside their names.
  ///
  /// The closure encodes it with this redactor in its scope.
  package func encodingPayload(_ encode: () throws -> [UInt8]?) rethrows -> [UInt8]? {
    hasSecretName = false
    let bytes = try whileEncoding(encode)
    guard hasSecretName, let bytes, let document = try? JSON(parsing: bytes, limits: .largest),
      let shown = withoutNamedValues(document)
    else { return bytes }
    return Array(shown.description.utf8)
  }

  func redacted(payload: JSON, in scope: LeafScope) -> JSON? {
    let hadSecretName = hasSecretName
    defer { hasSecretName = hadSecretName }
    hasSecretName = false
    let shown = redacted(payload, in: scope)
    return hasSecretName ? withoutNamedValues(shown ?? payload) ?? shown : shown
  }

  /// Returns a document without the values beside the names of secrets; nil if there are none.
  private func withoutNamedValues(_ json: JSON) -> JSON? {
    switch json {
    case .null, .bool, .number, .string: nil
    case .array(let elements): withoutNamedValues(elements)
    case .object(let members): withoutNamedValues(members)
    }
  }

  private func withoutNamedValues(_ members: JSONObject) -> JSON? {
    var copy = members
    var hasChanged = false
    for (index, (_, value)) in members.enumerated() {
      guard let new = withoutNamedValues(value) else { continue }
      copy.withValue(at: index) { $0 = new }
      hasChanged = true
    }
    for (name, value) in members where SecretWords.nameKeys.contains(name) {
      let secrecy = secrecy(ofValueNamed: value)
      guard secrecy.hidesTexts else { continue }
      for (index, (key, _)) in members.enumerated()
      where name == "_0" ? key == "_1" : key != name && SecretWords.valueKeys.contains(key) {
        copy.withValue(at: index) { hasChanged = redact(&$0, secrecy) || hasChanged }
      }
    }
    return hasChanged ? .object(copy) : nil
  }

  private func withoutNamedValues(_ elements: [JSON]) -> JSON? {
    var copy = elements.map { withoutNamedValues($0) ?? $0 }
    for index in stride(from: 0, to: elements.count - 1, by: 2) where elements.count % 2 == 0 {
      // Several texts are rather a list of words than names and values, unless they are headers.
      guard elements.count == 2 || elements[index].string.map(isHeader) ?? true else { continue }
      let secrecy = secrecy(ofValueNamed: elements[index])
      guard secrecy.hidesTexts, !self.secrecy(ofValueNamed: elements[index + 1]).hidesTexts,
        !isPlainWord(elements[index + 1]) || elements[index].string.map(isHeader) ?? true
      else { continue }
      _ = redact(&copy[index + 1], secrecy)
    }
    return copy == elements ? nil : .array(copy)
  }

  /// Returns whether a text is written as the name of a header: `X-Api-Key`, `x-api-key`, `Cookie`.
  private func isHeader(_ name: String) -> Bool {
    if name.contains("-") { return name.hasPrefix("x-") || name.first?.isUppercase == true }
    return name.first?.isUppercase == true && SecretWords.headers.contains(name.lowercased())
  }

  /// Returns how secret a value is beside a name, which is a text or an enum's case.
  private func secrecy(ofValueNamed name: JSON) -> Secrecy {
    switch name {
    case .string(var text): return text.withUTF8 { rules.keyNames.secrecy(ofName: $0) }
    case .object(let members):
      guard members.count == 1, let member = members.first,
        member.value.object?.isEmpty == true
      else { return .open }
      var text = member.key
      return text.withUTF8 { rules.keyNames.secrecy(of: $0) }
    case .null, .bool, .number, .array: return .open
    }
  }

  /// Returns whether a value is a word of letters in lower case, as are the names of fields.
  private func isPlainWord(_ value: JSON) -> Bool {
    value.string.map { $0.utf8.allSatisfy { $0.isLetter && $0.asciiLowercased == $0 } } ?? false
  }

  /// Redacts a value beside its name; in an object, only texts.
  private func redact(_ value: inout JSON, _ secrecy: Secrecy) -> Bool {
    let secrecy = value.object == nil ? secrecy : min(secrecy, .texts)
    let scope = LeafScope(rules: scopes.pointee.state(ofValueNamed: secrecy))
    guard let new = redacted(value, in: scope) else { return false }
    value = new
    return true
  }
}
