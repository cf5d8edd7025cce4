/// The label of an action, read off its encoded form.
///
///     {"loadMessages":{}}                                    loadMessages
///     {"news":{"_0":{"dataLoaded":{"_0":[…]}}}}              news.dataLoaded
///     "reset"                                                reset
///
/// An enum's case encodes as an object with the case as its only key and an object of its payload;
/// a case around another enum holds that one under `_0`, its only payload. All other forms have no
/// label of their own, and the type's name serves.
enum ActionLabel {
  static func label(ofEncoded bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { label(ofEncoded: $0[...]) }
  }

  private static func label(ofEncoded bytes: ActionScanner.Bytes) -> String? {
    var scanner = ActionScanner(bytes: bytes)
    if let text = scanner.string(), scanner.bytes.isEmpty { return text }
    var label: String?
    var enclosed = bytes
    while let (name, payload) = ActionScanner.onlyMember(of: enclosed),
      payload.first == UInt8(ascii: "{")
    {
      label = label.map { "\($0).\(name)" } ?? name
      guard let (key, inner) = ActionScanner.onlyMember(of: payload), key == "_0" else { break }
      enclosed = inner
    }
    return label
  }
}

/// Walks compact JSON that an encoder just wrote; anything unexpected gives nil.
private struct ActionScanner {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  var bytes: Bytes

  /// The key and value of an object with exactly one member.
  static func onlyMember(of object: Bytes) -> (String, Bytes)? {
    guard object.first == UInt8(ascii: "{"), object.last == UInt8(ascii: "}") else { return nil }
    var scanner = ActionScanner(bytes: object.dropFirst().dropLast())
    guard let key = scanner.string(), scanner.bytes.popFirst() == UInt8(ascii: ":") else {
      return nil
    }
    let value = scanner.bytes
    return scanner.hasNoCommaOutside ? (key, value) : nil
  }

  /// Takes a string without escapes.
  mutating func string() -> String? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    let rest = bytes.dropFirst()
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let text = rest[..<end]
    guard !text.contains(UInt8(ascii: "\\")) else { return nil }
    bytes = rest[(end + 1)...]
    return String(decoding: text, as: UTF8.self)
  }

  private var hasNoCommaOutside: Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: return false
      default: break
      }
    }
    return true
  }
}
