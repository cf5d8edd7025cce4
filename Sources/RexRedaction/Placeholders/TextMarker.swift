import RexJSON

/// The text in place of one that is longer than the limit: its size and a fingerprint.
///
///     a text of 1,048,577 bytes  ▶  "left out: 1048577 bytes, fingerprint 5a9a2baf33e86483"
enum TextMarker {
  private static let start = "left out: "
  private static let middle = " bytes, fingerprint "

  /// The lowest limit: about a marker's length, and more than any array index in a path.
  static let bytesMaxMin = 64

  static func marker(of text: UnsafeBufferPointer<UInt8>) -> String {
    "\(start)\(text.count)\(middle)\(text.fingerprint)"
  }

  static func isMarker(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.starts(with: start.utf8) else { return false }
    if LongValue.isMarker(text) { return true }
    let rest = text.dropFirst(start.utf8.count)
    let digits = rest.prefix(while: \.isDigit)
    let fingerprint = rest.dropFirst(digits.count + middle.utf8.count)
    return (1...19).contains(digits.count)
      && rest.dropFirst(digits.count).starts(with: middle.utf8)
      && fingerprint.count == 16 && fingerprint.allSatisfy { $0.hexValue != nil }
  }
}
