extension TextFormat {
  /// A JSON Web Token: `eyJ….eyJ….…`.
  static let webToken = TextFormat(ByteSet("e".utf8), ByteSet("y".utf8), beginsWord: true) {
    $0.webToken(at: $1)
  }
}

extension TextScan {
  private static let headerBytesMin = 10
  private static let payloadBytesMin = 4

  fileprivate mutating func webToken(at start: Int) -> Range<Int>? {
    // If one word of a run begins no token, neither do the others: they lack the same parts.
    guard start >= endOfNoToken, has("eyJ", at: start) else { return nil }
    let header = start..<end(of: .word, from: start)
    endOfNoToken = header.upperBound
    let payload = header.upperBound + 1
    guard header.count >= TextScan.headerBytesMin, byte(at: payload - 1) == UInt8(ascii: ".")
    else { return nil }
    let payloadEnd = end(of: .word, from: payload)
    guard payloadEnd - payload >= TextScan.payloadBytesMin,
      byte(at: payloadEnd) == UInt8(ascii: ".")
    else { return nil }
    return start..<end(of: .dotted, from: payloadEnd)
  }
}
