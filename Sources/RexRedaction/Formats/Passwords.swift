extension TextFormat {
  /// The password in a URL: `://user:password@`.
  static let passwordInURL = TextFormat(ByteSet(":".utf8), ByteSet("/".utf8)) {
    $0.passwordInURL(at: $1)
  }

  /// The password in a command's option: `curl -u user:password`.
  static let passwordOption = TextFormat(ByteSet("-c".utf8), ByteSet("u-".utf8)) {
    $0.passwordOption(at: $1)
  }
}

extension TextScan {
  private static let authority = ByteSet.spaces.union(ByteSet(#"/?#"'\"#.utf8)).inverted
  private static let word = ByteSet.spaces.union(ByteSet(#""'\"#.utf8)).inverted

  fileprivate mutating func passwordInURL(at offset: Int) -> Range<Int>? {
    guard has("://", at: offset) else { return nil }
    let authority = (offset + 3)..<end(of: TextScan.authority, from: offset + 3)
    work += authority.count
    guard let at = text[authority].lastIndex(of: UInt8(ascii: "@")),
      let colon = text[authority.lowerBound..<at].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return (colon + 1)..<at
  }

  fileprivate mutating func passwordOption(at offset: Int) -> Range<Int>? {
    if has("curl ", at: offset), startsWord(at: offset) { hasPasswordCommand = true }
    guard hasPasswordCommand, let before = byte(at: offset - 1), before.isSpace else { return nil }
    let option = has("-u", at: offset) ? 2 : has("--user", at: offset) ? 6 : 0
    guard option > 0 else { return nil }
    var start = offset + option
    if let next = byte(at: start), next.isSpace || next == UInt8(ascii: "=") { start += 1 }
    if let quote = byte(at: start), "\"'".utf8.contains(quote) { start += 1 }
    let user = start..<end(of: TextScan.word, from: start)
    work += user.count
    guard let colon = text[user].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return (colon + 1)..<user.upperBound
  }
}
