extension TextFormat {
  /// A private key in PEM (RFC 7468) or of PGP (RFC 9580): all up to its last line.
  static let privateKey = TextFormat(ByteSet("-".utf8), ByteSet("-".utf8)) { $0.privateKey(at: $1) }
}

extension TextScan {
  private static let titleBytesMax = 64
  private static let title = ByteSet.upperAndDigits.union(ByteSet(" ".utf8))
  private static let noDash = ByteSet("-".utf8).inverted

  /// Returns the key that begins with `-----BEGIN … PRIVATE KEY-----`, up to `-----END`.
  fileprivate mutating func privateKey(at start: Int) -> Range<Int>? {
    guard has("-----BEGIN ", at: start) else { return nil }
    let titleEnd = end(of: TextScan.title, from: start + 11, atMost: TextScan.titleBytesMax)
    guard has("-----", at: titleEnd),
      has("PRIVATE KEY", at: titleEnd - 11) || has("PRIVATE KEY BLOCK", at: titleEnd - 17)
    else { return nil }
    var offset = titleEnd + 5
    while offset < text.count, !has("-----END ", at: offset) {
      offset = end(of: TextScan.noDash, from: offset + 1)
    }
    return start..<offset
  }
}
