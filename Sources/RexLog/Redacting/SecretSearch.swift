import RexRedaction

/// Searches bytes for given secrets, whether plain, escaped or encoded.
///
/// Escapes are those of JSON, Swift, URLs and JSON Pointer, up to eight levels. Encodings
/// are hexadecimal and base64, even if the secret is only part of the encoded text.
package struct SecretSearch: Sendable {
  private let automaton: NeedleAutomaton

  /// A secret that was found, and its range in the bytes.
  package struct Finding: Sendable, Hashable {
    /// The secret's index in the collection.
    package var secret: Int
    /// The range of its bytes; if it is encoded, the whole run of base64 or hexadecimal digits.
    package var range: Range<Int>
  }

  /// The minimum length for encoded forms; shorter ones would match unrelated text.
  private static let encodedBytesMin = 6

  /// Creates a search for texts; empty ones are ignored.
  package init(_ secrets: some Collection<String>) {
    var needles: [NeedleAutomaton.Needle] = []
    for (index, secret) in secrets.enumerated() where !secret.isEmpty {
      let text = Array(secret.utf8)
      for form in Set([text, text.withUnsafeBufferPointer(EscapedText.decoded)]) {
        needles.append(.init(bytes: form, secret: index))
      }
      guard text.count >= SecretSearch.encodedBytesMin else { continue }
      for form in EncodedForms.all(of: text) {
        needles.append(.init(bytes: form, secret: index, isEncoded: true))
      }
    }
    automaton = NeedleAutomaton(needles)
  }

  /// Returns the secrets in the bytes, from left to right, without duplicates.
  package func findings(in bytes: [UInt8]) -> [Finding] {
    bytes.withUnsafeBufferPointer(findings)
  }

  func findings(in bytes: UnsafeBufferPointer<UInt8>) -> [Finding] {
    var found = Set(automaton.findings(in: bytes))
    if let decoded = EscapedText(bytes, decoding: .all, levelsMax: .max) {
      let inside = decoded.bytes.withUnsafeBufferPointer(automaton.findings)
        .sorted { $0.range.lowerBound < $1.range.lowerBound }
      for (finding, range) in zip(inside, decoded.sources(of: inside.map(\.range))) {
        found.insert(Finding(secret: finding.secret, range: range))
      }
    }
    return found.sorted { ($0.range.lowerBound, $0.secret) < ($1.range.lowerBound, $1.secret) }
  }
}
