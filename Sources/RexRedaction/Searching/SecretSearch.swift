/// Searches bytes for given secrets, whether plain, escaped or encoded.
///
/// Escapes are those of JSON, Swift, URLs, forms and JSON Pointer, even nested. Encodings are
/// hexadecimal and base64, even if the secret is only part of the encoded text.
package struct SecretSearch: Sendable {
  private var index = NeedleIndex()

  /// Creates a search for texts; empty ones are ignored.
  package init(_ secrets: some Collection<String>) {
    index.add(secrets.enumerated().map { (text: Array($0.element.utf8), secret: $0.offset) })
  }

  /// A secret that was found, and its range in the bytes.
  package struct Finding: Sendable, Hashable {
    /// The secret's index in the collection.
    package var secret: Int
    /// The range of its bytes.
    package var range: Range<Int>
  }

  /// Returns the secrets in the bytes, from left to right, without duplicates.
  package func findings(in bytes: [UInt8]) -> [Finding] {
    guard !index.isEmpty else { return [] }
    var found: Set<Finding> = []
    search(bytes, for: &found) { $0 }
    if bytes.count <= UnescapedText.sourceBytesMax,
      let read = bytes.withUnsafeBufferPointer({ UnescapedText($0) })
    {
      search(read.bytes, for: &found, source: read.source)
    }
    return found.sorted { ($0.range.lowerBound, $0.secret) < ($1.range.lowerBound, $1.secret) }
  }

  private func search(
    _ bytes: [UInt8], for found: inout Set<Finding>, source: (Range<Int>) -> Range<Int>
  ) {
    let readings = bytes.contains(UInt8(ascii: "+")) ? [bytes, bytes.withPlusAsSpace] : [bytes]
    var work = 0
    for bytes in readings {
      let matches = bytes.withUnsafeBufferPointer { index.matches(in: $0, work: &work) }
      for match in matches {
        found.insert(Finding(secret: match.secret, range: source(match.range)))
      }
    }
  }
}
