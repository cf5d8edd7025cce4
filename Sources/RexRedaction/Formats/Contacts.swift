extension TextFormat {
  /// An e-mail address.
  static let emailAddress = TextFormat(ByteSet("@".utf8)) { $0.emailAddress(around: $1) }

  /// A telephone number in international form: `+49 30 1234567`.
  static let phoneNumber = TextFormat(ByteSet("+".utf8), .phone) { $0.phoneNumber(at: $1) }
}

extension ByteSet {
  fileprivate static let local = word.union(ByteSet(".+%".utf8))
  fileprivate static let domain = lettersAndDigits.union(ByteSet(".-".utf8))
  fileprivate static let phone = digits.union(ByteSet(" -()./".utf8))
}

extension TextScan {
  fileprivate mutating func emailAddress(around at: Int) -> Range<Int>? {
    var start = at
    while start > 0, ByteSet.local.contains(text[start - 1]) { start -= 1 }
    work += at - start
    let domain = text[(at + 1)..<end(of: .domain, from: at + 1)]
    guard start < at, let dot = domain.lastIndex(of: UInt8(ascii: ".")), dot > at + 1 else {
      return nil
    }
    let end = domain.endIndex == dot + 1 ? dot : domain.endIndex
    guard text[(at + 1)..<end].contains(UInt8(ascii: ".")) else { return nil }
    return start..<end
  }

  private static let phoneDigits = 8...15

  fileprivate mutating func phoneNumber(at offset: Int) -> Range<Int>? {
    let number = text[(offset + 1)..<end(of: .phone, from: offset + 1)]
    guard TextScan.phoneDigits.contains(number.count(where: \.isDigit)),
      let last = number.lastIndex(where: \.isDigit)
    else { return nil }
    return offset..<(last + 1)
  }
}
