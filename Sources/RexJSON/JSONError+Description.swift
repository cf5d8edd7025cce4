extension JSONError: CustomStringConvertible {
  /// The location and the reason: `3:14: error: expected ',' or ']', found 'x'`.
  public var description: String { "\(location): error: \(kind)" }
}

extension JSONError.Kind: CustomStringConvertible {
  /// The reason, without control characters.
  public var description: String {
    switch self {
    case .unexpectedEnd(let expected):
      "expected \(expected.rawValue), found the end of the text"
    case .unexpectedByte(let byte, let expected):
      "expected \(expected.rawValue), found \(Self.name(of: byte))"
    case .invalidUTF8: "the string is not UTF-8"
    case .controlCharacter(let byte):
      "control character \(Self.name(of: byte)) in a string; write it as an escape"
    case .loneSurrogate(let unit):
      "\\u\(String(unit, radix: 16, uppercase: true)) is half of a surrogate pair"
    case .duplicateKey(let key, let first):
      "the key \(JSON.string(key)) is repeated; it first appears at \(first)"
    case .depthExceeded(let max): "nested deeper than \(max)"
    case .textTooLong(let max): "the text is longer than \(max) bytes"
    case .stringTooLong(let max): "the string is longer than \(max) bytes"
    case .numberTooLong(let max): "the number is longer than \(max) bytes"
    case .treeTooLarge(let max): "the values up to here take more than \(max) bytes of memory"
    case .noSuchCase(let found, let known): Self.noSuchCase(found, known)
    case .undecodable(let reason): reason
    }
  }

  private static func noSuchCase(_ found: [String], _ known: [String]?) -> String {
    let finding =
      switch found.count {
      case 0: "No case is named"
      case 1: "No case \(list(found))"
      default: "More than one case is named: \(list(found))"
      }
    return known.map { "\(finding); the cases are \(list($0))." } ?? "\(finding)."
  }

  private static func list(_ names: [String]) -> String {
    names.map { JSON.string($0).description }.joined(separator: ", ")
  }

  private static func name(of byte: UInt8) -> String {
    guard byte < 0x21 || byte > 0x7E else { return "'\(Character(UnicodeScalar(byte)))'" }
    let hex = String(byte, radix: 16, uppercase: true)
    return hex.utf8.count == 1 ? "0x0\(hex)" : "0x\(hex)"
  }
}

extension JSONError: DescribedError {
  /// The location, the problem and its solution, in one sentence without control characters.
  public var errorDescription: String? { "\(description); \(kind.hint)".escapedForDisplay }
}

extension JSONError.Kind {
  fileprivate var hint: String {
    switch self {
    case .depthExceeded, .textTooLong, .stringTooLong, .numberTooLong, .treeTooLarge:
      "where you trust the text, read it with wider `JSONLimits`"
    case .noSuchCase, .undecodable: "decode it into the type that was encoded"
    default: "correct the text there"
    }
  }
}
