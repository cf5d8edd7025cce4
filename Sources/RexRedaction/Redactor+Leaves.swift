package import RexJSON

/// Redacts the leaves and keys of documents.
extension Redactor: LeafRedactor {
  package var rootScope: LeafScope { LeafScope(rules: scopes.pointee.root) }

  package var dependsOnNames: Bool { rules.isSecret != nil }

  package func member(
    _ key: String, of object: LeafScope
  ) -> (scope: LeafScope, shownKey: String?) {
    let known = scopes.pointee.knownMember(key, of: object.rules)
    let member = known ?? newMember(key, of: object.rules)
    if member.isSecretName { hasSecretName = true }
    let names = dependsOnNames ? hash(of: key, after: object.names) : 0
    return (LeafScope(rules: member.state, names: names), member.shownKey)
  }

  private func newMember(_ key: String, of object: Int32) -> RuleScopes.Member {
    let shownKey = redacted(key: key, isSecret: scopes.pointee.hasSecretKeys(object))
    return scopes.pointee.addMember(key, of: object, shownKey: shownKey)
  }

  /// Returns a hash of a key and the names above it.
  private func hash(of key: String, after names: UInt32) -> UInt32 {
    let bytes = withUnsafeBytes(of: names.littleEndian) { Array($0) } + Array(key.utf8)
    return UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer(placeholders.hash))
  }

  package func scope(ofElementsIn array: LeafScope) -> LeafScope {
    LeafScope(rules: scopes.pointee.element(of: array.rules), names: array.names)
  }

  package func secretScope(in scope: LeafScope) -> LeafScope {
    LeafScope(rules: scopes.pointee.secret(in: scope.rules), names: scope.names)
  }

  private func redacted(key: String, isSecret: Bool) -> String? {
    var key = key
    return key.withUTF8 { bytes in
      guard isSecret else { return redactedText(bytes, isKey: true) }
      return bytes.isEmpty || Placeholder.isPlaceholder(bytes)
        ? nil : placeholders.placeholder(forKey: bytes)
    }
  }

  package func redacted(
    text: UnsafeBufferPointer<UInt8>, as form: LeafForm, in scope: LeafScope,
    names: () -> [String]
  ) -> String? {
    if text.isEmpty { return nil }
    let secrecy = scopes.pointee.secrecy(of: scope.rules)
    let isSecret =
      secrecy.hidesTexts && !(secrecy.isAnnounced && Placeholder.isUUID(text))
      || secrecy == .card && CardNumber.isCard(text)
      || isSecret(.string(String(decoding: text, as: UTF8.self)), names)
    if isSecret { return Placeholder.isPlaceholder(text) ? nil : placeholder(forText: text) }
    if scopes.pointee.isName(scope.rules), rules.keyNames.secrecy(ofName: text).hidesTexts {
      hasSecretName = true
    }
    return form == .data && !decodesTexts ? limited(nil, text) : redactedText(text)
  }

  package func redacted(
    number: UnsafeBufferPointer<UInt8>, in scope: LeafScope, names: () -> [String]
  ) -> JSONNumber? {
    let secrecy = scopes.pointee.secrecy(of: scope.rules)
    // Most numbers need no closer look.
    if secrecy == .open, !dependsOnNames, given == nil, loggedNumbers == nil,
      !Placeholder.mayBePlaceholder(number)
    {
      return nil
    }
    guard let value = JSONNumber(text: String(decoding: number, as: UTF8.self)) else { return nil }
    let isPlaceholder =
      loggedNumbers.map { Placeholder.isPlaceholder(value, numbers: $0) } ?? false
    if isPlaceholder, loggedNumbers == Placeholder.numbers { return nil }
    let isSecret =
      isPlaceholder || secrecy.hidesNumbers || secrecy == .card && CardNumber.isCard(number)
      || self.isSecret(.number(value), names) || given?(number).isEmpty == false
    guard isSecret else { return distinct(value) }
    redactedCount += 1
    return placeholders.placeholder(forNumber: number)
  }

  /// Returns a form of a number of the app's own that is no placeholder; nil if it has one.
  private func distinct(_ number: JSONNumber) -> JSONNumber? {
    // JSON in a text stays as the app wrote it; nothing looks for numbers there.
    guard nestingDepth == 0, Placeholder.isPlaceholder(number, numbers: Placeholder.numbers)
    else { return nil }
    return Placeholder.distinct(number)
  }

  package func redacted(bool: Bool, in scope: LeafScope, names: () -> [String]) -> Bool {
    bool && scopes.pointee.secrecy(of: scope.rules) < .whole && !isSecret(.bool(bool), names)
  }

  private func isSecret(_ leaf: @autoclosure () -> JSON, _ names: () -> [String]) -> Bool {
    guard let isSecret = rules.isSecret else { return false }
    return isSecret(names(), leaf())
  }
}
