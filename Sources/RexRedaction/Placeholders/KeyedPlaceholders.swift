import RexJSON

/// The placeholders of one session; equal secrets have equal ones.
///
///     "hunter2"       "redacted5f0c9a1b77e2d403"               a keyed hash of the text
///     "h"             "redacted0000000000000000"               the same for every character
///     a UUID          "7ED0AC7E-5F0C-4000-8000-9A1B77E2D403"
///     4111111111      2130846021                               in `Placeholder.numbers`
///     1.25            2130770016.5
///
/// The placeholder of a text consists of letters and digits (for a UUID, also hyphens), and its
/// length is a multiple of four, so that it is valid in names, URLs and base64. The key is random
/// and never written, so nobody can check a guess of a short secret.
struct KeyedPlaceholders: Sendable {
  private let sipHash: SipHash

  /// Creates the placeholders of a session; with a key, another session can have the same.
  init(key: UInt64?) {
    sipHash = SipHash(
      key: key.map { ($0, 0) } ?? (.random(in: 0 ... .max), .random(in: 0 ... .max)))
  }

  /// Returns the hash of some bytes.
  func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 { sipHash.hash(bytes) }

  /// Returns the placeholder of a text.
  ///
  /// All texts of one character have the same, so that a password that is typed letter by letter
  /// does not show which letters are equal.
  func placeholder(forText text: UnsafeBufferPointer<UInt8>) -> String {
    isOneCharacter(text) ? Placeholder.text(of: 0) : placeholder(forKey: text)
  }

  /// Returns the placeholder of a key; the keys of an object stay different.
  func placeholder(forKey key: UnsafeBufferPointer<UInt8>) -> String {
    guard Placeholder.isUUID(key) else { return Placeholder.text(of: hash(key)) }
    let lowercase = key.map(\.asciiLowercased)
    let hash = lowercase.withUnsafeBufferPointer(hash)
    return Placeholder.uuid(of: hash, isUppercase: !lowercase.elementsEqual(key))
  }

  /// Returns the placeholder of a number, given its JSON text: an integer for an integer.
  func placeholder(forNumber text: UnsafeBufferPointer<UInt8>) -> JSONNumber {
    let isInteger = text.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
    return Placeholder.number(of: text.count == 1 ? nil : hash(text), isInteger: isInteger)
  }

  private func isOneCharacter(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == 1
      || text.count <= KeyedPlaceholders.characterBytesMax
        && String(decoding: text, as: UTF8.self).dropFirst().isEmpty
  }

  /// The limit on the bytes of a character; no emoji is longer.
  private static let characterBytesMax = 64
}
