import RexJSON

/// Redacts the secrets inside of texts.
extension Redactor {
  /// Returns a text with its secrets replaced and its length limited; nil if it stays as it is.
  func redactedText(_ text: UnsafeBufferPointer<UInt8>, isKey: Bool = false) -> String? {
    limited(withoutSecrets(text, isKey: isKey), text)
  }

  /// Returns a marker if a text is too long, otherwise the text itself.
  ///
  /// - Parameters:
  ///   - redacted: The redacted text; nil if it is the original one.
  ///   - original: The original text.
  func limited(_ redacted: String?, _ original: UnsafeBufferPointer<UInt8>) -> String? {
    guard var text = redacted else {
      return original.count <= textBytesMax ? nil : marker(of: original)
    }
    return text.utf8.count <= textBytesMax ? text : text.withUTF8(marker)
  }

  private func marker(of text: UnsafeBufferPointer<UInt8>) -> String {
    redactedCount += 1
    return TextMarker.marker(of: text)
  }

  private func withoutSecrets(_ text: UnsafeBufferPointer<UInt8>, isKey: Bool) -> String? {
    let redacted = withoutFormats(text, isKey: isKey)
    guard let given else { return redacted }
    guard var rest = redacted else {
      return replacing(given(text).merged, in: text, isKey: isKey)
    }
    return rest.withUTF8 { replacing(given($0).merged, in: $0, isKey: isKey) } ?? rest
  }

  /// Returns a text with its secret formats replaced; nil if there are none.
  private func withoutFormats(_ text: UnsafeBufferPointer<UInt8>, isKey: Bool) -> String? {
    var work = 0
    let found = secrets(in: text, work: &work)
    if mayBeJSON(text), !found.isEmpty || text.contains(UInt8(ascii: "\\")),
      let document = try? JSON(parsing: Array(text))
    {
      return withoutSecrets(document)
    }
    return replacing(found, in: text, isKey: isKey)
  }

  /// Returns the parts of a text in secret formats, from left to right, without overlaps.
  private func secrets(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> [Range<Int>] {
    var found = formats.secrets(in: text, work: &work)
    guard formats.hasFormats, decodesTexts || text.has(UInt8(ascii: "%")) else { return found }
    let escapes: EscapedText.Escapes = decodesTexts ? .all : .percent
    if let decoded = EscapedText(text, decoding: escapes, levelsMax: decodesTexts ? .max : 1) {
      work += decoded.work
      let inside = decoded.bytes.withUnsafeBufferPointer { formats.secrets(in: $0, work: &work) }
      found += decoded.sources(of: inside)
    }
    return found.merged
  }

  /// Returns how many bytes are read to find a text's secrets, including its decoded forms.
  ///
  /// Tests check that this is linear in the text's length, whatever the text contains.
  package func work(ofSearching text: String) -> Int {
    var (text, work) = (text, 0)
    _ = text.withUTF8 { secrets(in: $0, work: &work) }
    return work
  }

  private func replacing(
    _ secrets: [Range<Int>], in text: UnsafeBufferPointer<UInt8>, isKey: Bool
  ) -> String? {
    if secrets.isEmpty { return nil }
    var redacted: [UInt8] = []
    var end = 0
    for secret in secrets {
      let bytes = UnsafeBufferPointer(rebasing: text[secret])
      if Placeholder.isPlaceholder(bytes) { continue }
      redacted += text[end..<secret.lowerBound]
      redacted += placeholder(forPart: bytes, isKey: isKey).utf8
      end = secret.upperBound
    }
    if end == 0 { return nil }
    redacted += text[end...]
    return String(decoding: redacted, as: UTF8.self)
  }

  /// Returns the placeholder of a part of a text, without its escapes.
  private func placeholder(forPart part: UnsafeBufferPointer<UInt8>, isKey: Bool) -> String {
    if !isKey { redactedCount += 1 }
    let decoded = EscapedText(part, decoding: .percent, levelsMax: 1)?.bytes ?? Array(part)
    return decoded.withUnsafeBufferPointer {
      isKey ? placeholders.placeholder(forKey: $0) : placeholders.placeholder(forText: $0)
    }
  }
}

/// Texts that are JSON.
extension Redactor {
  /// The limit on texts with JSON in texts with JSON.
  private static let nestingDepthMax = 4

  private func mayBeJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard nestingDepth < Redactor.nestingDepthMax, let first = text.first, let last = text.last
    else { return false }
    return first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
      || first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
  }

  private func withoutSecrets(_ document: JSON) -> String? {
    nestingDepth += 1
    defer { nestingDepth -= 1 }
    return redacted(payload: document, in: LeafScope(rules: RuleScopes.outside))?.description
  }
}

extension [Range<Int>] {
  /// The ranges from left to right, with overlapping ones as one.
  fileprivate var merged: [Range<Int>] {
    if count < 2 { return self }
    var merged: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
