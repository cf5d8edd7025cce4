package import RexJSON

/// Checks of JSON text for secrets, without building a tree.
extension Redactor {
  /// Whether nothing has been redacted so far.
  ///
  /// False if that is unknown, as with path rules, since redacted booleans are not counted.
  package var hasRedactedNothing: Bool {
    vault.redactedCount == 0 && vault.count == 0 && needsNoTree
  }

  /// Whether all rules can be checked without a tree.
  private var needsNoTree: Bool { !rules.dependsOnPaths && keys.isEmpty }

  /// Returns whether a document contains nothing to redact.
  ///
  /// False if only a tree can show that, as with path rules or a condition.
  func needsNoRedaction(document json: UnsafeRawBufferPointer) -> Bool {
    needsNoRedaction(json) { $0.isClean }
  }

  /// Returns whether a patch of an unredacted state contains nothing to redact.
  package func needsNoRedaction(patch json: UnsafeRawBufferPointer) -> Bool {
    needsNoRedaction(json) { $0.isClean && $0.isCleanPatch(0) }
  }

  /// Returns whether an object contains nothing to redact.
  ///
  /// - Parameters:
  ///   - json: The object's JSON text.
  ///   - patchKey: The key of a member that may be a patch of an unredacted state.
  ///   - limits: The parser's limits.
  package func needsNoRedaction(
    _ json: UnsafeRawBufferPointer, patchKey: StaticString, limits: JSONLimits
  ) -> Bool {
    needsNoRedaction(json, limits: limits) { $0.isClean && $0.hasCleanPatch(at: patchKey) }
  }

  private func needsNoRedaction(
    _ json: UnsafeRawBufferPointer, limits: JSONLimits = .largest,
    by isClean: (EncodedDocument) -> Bool
  ) -> Bool {
    guard needsNoTree, let bytes = json.baseAddress?.assumingMemoryBound(to: UInt8.self),
      let index = try? JSONIndex.scanning(json, limits: limits)
    else { return false }
    return withExtendedLifetime(index) {
      isClean(
        EncodedDocument(
          UnsafeBufferPointer(start: bytes, count: json.count), index.entries, count: index.count,
          shapes: shapes, vault: vault, textBytesMax: rules.textBytesMax ?? .max))
    }
  }
}

/// A document's JSON text with its index; a class, to avoid copies.
private final class EncodedDocument {
  let bytes: UnsafeBufferPointer<UInt8>
  private let entries: UnsafeMutablePointer<JSONIndex.Entry>
  private let count: Int
  private let shapes: ShapeFinder
  private let vault: SecretVault
  private let needles: NeedleIndex
  private let textBytesMax: Int

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ entries: UnsafeMutablePointer<JSONIndex.Entry>,
    count: Int, shapes: ShapeFinder, vault: SecretVault, textBytesMax: Int
  ) {
    (self.bytes, self.entries, self.count) = (bytes, entries, count)
    (self.shapes, self.vault, needles) = (shapes, vault, vault.needles)
    self.textBytesMax = textBytesMax
  }

  /// Whether it contains nothing to redact: a prefilter selects the values to check.
  var isClean: Bool {
    if textBytesMax < bytes.count, !(0..<count).allSatisfy(isShort) { return false }
    return isClean { shapes.forEachSign(inJSON: bytes, $0) }
      && (needles.isEmpty || isClean { needles.forEachCandidate(in: bytes, $0) })
  }

  /// Returns whether the values at all offsets from a prefilter contain nothing to redact.
  private func isClean(_ search: ((Int) -> Bool) -> Void) -> Bool {
    var (position, last, isClean) = (0, -1, true)
    search { offset in
      while position + 1 < count, entries[position + 1].start <= offset { position += 1 }
      // Checks each value once, even if the prefilter reports several offsets in it.
      if position != last { isClean = isCleanValue(position) }
      last = position
      return isClean
    }
    return isClean
  }

  private func isShort(_ position: Int) -> Bool {
    guard case .string = entries[position].kind else { return true }
    return entries[position].length <= textBytesMax
  }

  /// Returns whether a value contains no secret by itself, and is not the key of one.
  private func isCleanValue(_ position: Int) -> Bool {
    let entry = entries[position]
    switch entry.kind {
    case .null, .false, .true, .number, .array, .object: return true
    case .string:
      guard isCleanText(entry) else { return false }
      return !isKey(entry) || !namesSecret(entry) || isEmpty(position + 1)
    }
  }

  private func written(_ entry: JSONIndex.Entry) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.start + entry.length)])
  }

  /// Calls a closure with a string's text, which is copied only if it has escapes.
  private func withText<Result>(
    _ entry: JSONIndex.Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if entry.isPlain { return body(written(entry)) }
    var text = bytes.baseAddress.map { entry.string(in: $0) } ?? ""
    return text.withUTF8(body)
  }

  private func isText(_ position: Int, _ text: StaticString) -> Bool {
    let entry = entries[position]
    guard case .string = entry.kind else { return false }
    return Int(entry.length) == text.utf8CodeUnitCount
      && TextScan(bytes).has(text, at: Int(entry.start))
  }

  private func isCleanText(_ entry: JSONIndex.Entry) -> Bool {
    entry.length <= textBytesMax && withText(entry, isCleanText)
  }

  private func isCleanText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !shapes.findsSecret(in: text, vault, knowing: needles)
  }

  private func namesSecret(_ key: JSONIndex.Entry) -> Bool {
    withText(key) { shapes.keyNames.contains($0) }
  }

  /// Returns whether a string is a key, by the colon after it.
  private func isKey(_ entry: JSONIndex.Entry) -> Bool {
    var offset = Int(entry.start + entry.length) + 1
    while offset < bytes.count, bytes[offset].isSpace { offset += 1 }
    return offset < bytes.count && bytes[offset] == UInt8(ascii: ":")
  }

  /// Returns whether a value contains nothing that a secret key's name would redact.
  private func isEmpty(_ position: Int) -> Bool {
    let entry = entries[position]
    switch entry.kind {
    case .null, .false, .true: return true
    case .number: return false
    case .string, .array, .object: return entry.length == 0
    }
  }
}

/// Checks of patches of an unredacted state.
extension EncodedDocument {
  /// Returns whether a member is not a patch, or is one with nothing to redact.
  func hasCleanPatch(at name: StaticString) -> Bool {
    guard case .object = entries[0].kind else { return false }
    var key = 1
    while key < count {
      if case .array = entries[key + 1].kind, isText(key, name) { return isCleanPatch(key + 1) }
      key = Int(entries[key + 1].next)
    }
    return true
  }

  /// Returns whether a value is a patch with nothing to redact.
  func isCleanPatch(_ patch: Int) -> Bool {
    guard case .array = entries[patch].kind else { return false }
    var position = patch + 1
    while position < entries[patch].next {
      guard isCleanOperation(position) else { return false }
      position = Int(entries[position].next)
    }
    return true
  }

  private func isCleanOperation(_ operation: Int) -> Bool {
    guard case .object = entries[operation].kind else { return false }
    var (name, path, from, value): (Int?, Int?, Int?, Int?)
    var key = operation + 1
    while key < entries[operation].next {
      if isText(key, "op") {
        name = key + 1
      } else if isText(key, "path") {
        path = key + 1
      } else if isText(key, "value") {
        value = key + 1
      } else if isText(key, "from") {
        from = key + 1
      } else {
        return false
      }
      key = Int(entries[key + 1].next)
    }
    guard let name, let path, let isSecret = isSecretPointer(path) else { return false }
    if let value {
      return (isText(name, "add") || isText(name, "replace")) && from == nil
        && (!isSecret || isEmpty(value))
    }
    guard let from else { return isText(name, "remove") }
    // The state may contain a secret written before it was known; a move or copy would redact it.
    return (isText(name, "move") || isText(name, "copy")) && needles.isEmpty && !isSecret
      && isSecretPointer(from) == false
  }

  /// Returns whether a pointer contains a secret key's name.
  ///
  /// Nil if only a full check can show that, or if a token is itself secret.
  private func isSecretPointer(_ position: Int) -> Bool? {
    let entry = entries[position]
    guard case .string = entry.kind, entry.isPlain, entry.length <= textBytesMax else {
      return nil
    }
    let pointer = written(entry)
    var isSecret = false
    var start = 0
    while start < pointer.count {
      guard pointer[start] == UInt8(ascii: "/") else { return nil }
      var end = start + 1
      // A tilde can be an escape.
      while end < pointer.count, pointer[end] != UInt8(ascii: "/") {
        if pointer[end] == UInt8(ascii: "~") { return nil }
        end += 1
      }
      let token = UnsafeBufferPointer(rebasing: pointer[(start + 1)..<end])
      guard isCleanText(token) else { return nil }
      isSecret = isSecret || shapes.keyNames.contains(token)
      start = end
    }
    return isSecret
  }
}
