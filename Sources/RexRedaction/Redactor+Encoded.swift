import RexJSON

/// What can be told without a tree: whether anything was covered, or has to be.
extension Redactor {
  /// Whether everything so far was shown as it is.
  ///
  /// No where it cannot be told: a truth value that a rule of places covers is not counted.
  package var coveredNothing: Bool {
    vault.coveredCount == 0 && hasNoPlaces && keys.isEmpty
  }

  private var hasNoPlaces: Bool {
    rules.paths.isEmpty && rules.keyedPaths.isEmpty && rules.isSecret == nil
  }

  /// Whether a document can be shown as it is encoded.
  ///
  /// No where it takes a tree to tell, as for rules of places or a condition.
  func showsWhole(_ json: [UInt8]) -> Bool {
    showsWhole(json) { $0.isOpen(0..<$0.count) }
  }

  /// Whether a patch can be shown as it is encoded; no for one that moves, copies or tests.
  func showsWhole(patch json: [UInt8]) -> Bool {
    showsWhole(json) { $0.isOpenPatch }
  }

  private func showsWhole(_ json: [UInt8], by isOpen: (EncodedDocument) -> Bool) -> Bool {
    guard hasNoPlaces, keys.isEmpty else { return false }
    return json.withUnsafeBytes { text in
      guard let bytes = text.baseAddress?.assumingMemoryBound(to: UInt8.self),
        let index = try? JSONIndex.scanning(text, limits: .largest)
      else { return false }
      return withExtendedLifetime(index) {
        isOpen(
          EncodedDocument(
            redactor: self, bytes: UnsafeBufferPointer(start: bytes, count: text.count),
            entries: index.entries, count: index.count))
      }
    }
  }
}

/// A document as it is encoded, with its index.
private struct EncodedDocument {
  let redactor: Redactor
  let bytes: UnsafeBufferPointer<UInt8>
  let entries: UnsafeMutablePointer<JSONIndex.Entry>
  let count: Int

  /// Whether no rule covers anything of some entries, which are whole values.
  func isOpen(_ positions: Range<Int>) -> Bool {
    for position in positions {
      let entry = entries[position]
      switch entry.kind {
      case .null, .false, .true, .array, .object: continue
      case .number:
        if entry.length >= SecretVault.rememberedBytesMin, redactor.holdsSecret(written(entry)) {
          return false
        }
      case .string:
        guard isOpenText(entry) else { return false }
        if isKey(entry), namesSecret(entry), !isEmpty(position + 1) { return false }
      }
    }
    return true
  }

  private func text(_ entry: JSONIndex.Entry) -> String {
    bytes.baseAddress.map { entry.string(in: $0) } ?? ""
  }

  private func written(_ entry: JSONIndex.Entry) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.start + entry.length)])
  }

  private func isOpenText(_ entry: JSONIndex.Entry) -> Bool {
    if let bytesMax = redactor.rules.textBytesMax, entry.length > bytesMax { return false }
    return entry.isPlain
      ? !redactor.holdsSecret(written(entry)) : !redactor.holdsSecret(text(entry))
  }

  private func namesSecret(_ key: JSONIndex.Entry) -> Bool {
    key.isPlain
      ? redactor.rules.keyNames.contains(written(key))
      : redactor.rules.keyNames.contains(text(key))
  }

  /// Whether a string is a key: a colon stands behind no other.
  private func isKey(_ entry: JSONIndex.Entry) -> Bool {
    var offset = Int(entry.start + entry.length) + 1
    while offset < bytes.count, bytes[offset].isSpace { offset += 1 }
    return offset < bytes.count && bytes[offset] == UInt8(ascii: ":")
  }

  /// Whether a value is one that a key's name does not cover.
  private func isEmpty(_ position: Int) -> Bool {
    let entry = entries[position]
    switch entry.kind {
    case .null, .false, .true: return true
    case .number: return false
    case .string, .array, .object: return entry.length == 0
    }
  }

  /// Whether the document is a patch whose operations add, replace and remove what is open.
  var isOpenPatch: Bool {
    guard entries[0].kind == .array else { return false }
    var position = 1
    while position < count {
      guard isOpenOperation(position) else { return false }
      position = Int(entries[position].next)
    }
    return true
  }

  private func isOpenOperation(_ operation: Int) -> Bool {
    guard entries[operation].kind == .object else { return false }
    var isSecretPlace = false
    var isEmptyValue = true
    var key = operation + 1
    while key < entries[operation].next {
      let value = key + 1
      let next = Int(entries[value].next)
      switch text(entries[key]) {
      case "op":
        guard entries[value].kind == .string,
          ["add", "remove", "replace"].contains(text(entries[value]))
        else { return false }
      case "path":
        guard entries[value].kind == .string, entries[value].isPlain,
          let isSecret = isSecretPointer(entries[value])
        else { return false }
        isSecretPlace = isSecret
      case "value":
        guard isOpen(value..<next) else { return false }
        isEmptyValue = isEmpty(value)
      default: return false
      }
      key = next
    }
    return isEmptyValue || !isSecretPlace
  }

  /// Whether a pointer leads through a secret's name; nil where one of its tokens is secret itself.
  private func isSecretPointer(_ entry: JSONIndex.Entry) -> Bool? {
    if let bytesMax = redactor.rules.textBytesMax, entry.length > bytesMax { return nil }
    var isSecret = false
    for token in written(entry).split(separator: UInt8(ascii: "/")) {
      let token = UnsafeBufferPointer(rebasing: token)
      // A tilde may be an escape.
      if token.contains(UInt8(ascii: "~")) || redactor.holdsSecret(token) { return nil }
      isSecret = isSecret || redactor.rules.keyNames.contains(token)
    }
    return isSecret
  }
}
