/// The first two bytes of words with which secrets begin, to rule out most words.
///
///     ghp_…, eyJ…, DE89…    gh, ey, DE
struct WordBeginnings: Sendable {
  /// One bit for each pair of bytes.
  private var bits = [UInt64](repeating: 0, count: 1 << 10)

  /// Creates the set for vendors' tokens, JSON Web Tokens and IBANs.
  init() {
    for form in TokenForm.all { insert(form.prefix.utf8Start[0], form.prefix.utf8Start[1]) }
    insert(UInt8(ascii: "e"), UInt8(ascii: "y"))
    let letters = (0...UInt8.max).filter(\.isLetter)
    for first in letters {
      for second in letters where IBAN.count(ofCountry: first, second) != nil {
        insert(first, second)
      }
    }
  }

  private mutating func insert(_ first: UInt8, _ second: UInt8) {
    bits[Int(first) << 2 | Int(second) >> 6] |= 1 << UInt64(second & 63)
  }

  /// Returns whether the word at an offset may begin a secret.
  @inline(__always)
  func contains(wordAt offset: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard offset &+ 1 < text.count else { return false }
    let (first, second) = (text[offset], text[offset &+ 1])
    return bits[Int(first) &<< 2 | Int(second) &>> 6] &>> UInt64(second & 63) & 1 == 1
  }
}
