/// The label of an action: the name of its enum case, and those of the enums nested in it.
///
///     encoded                                                label
///     {"loadMessages":{}}                                    loadMessages
///     {"news":{"_0":{"dataLoaded":{"_0":[…]}}}}              news.dataLoaded
///     "reset"                                                reset
///     {"PhotoGallery":{"open":{}}}, registered               PhotoGallery.open
///     not Codable: .news(.dataLoaded([…]))                   news.dataLoaded
///
/// An enum case is encoded as an object whose only key is the case and whose value is an object of
/// the payload. If the only payload is another enum, its key is `_0`. Actions with other encodings
/// are labeled with their type's name.
enum ActionLabel {
  /// The limit on nested enums; deeper cases are left out.
  private static let depthMax = 8

  /// Returns the label of an action that is not encoded; nil if it is not an enum.
  static func label(of action: Any) -> String? {
    var names: [String] = []
    var value = action
    while names.count < depthMax, let (name, payload) = enumCase(of: value) {
      names.append(name)
      guard let payload else { break }
      value = payload
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  /// Returns the name of an enum case, and its payload; several or labeled values are a tuple.
  private static func enumCase(of value: Any) -> (name: String, payload: Any?)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    if let child = mirror.children.first { return child.label.map { ($0, child.value) } }
    // Without a payload, the description is the case's name, unless the type customizes it.
    guard !(value is any CustomStringConvertible), !(value is any TextOutputStreamable),
      !(value is any CustomDebugStringConvertible)
    else { return nil }
    return (String(describing: value), nil)
  }

  /// Returns the label of a registered enum, without the registered name that encloses it.
  static func label(ofRegistered bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { bytes in
      ActionScanner.onlyMember(of: bytes[...]).flatMap { label(ofEncoded: $0.1) }
    }
  }

  static func label(ofEncoded bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { label(ofEncoded: $0[...]) }
  }

  private static func label(ofEncoded bytes: ActionScanner.Bytes) -> String? {
    var scanner = ActionScanner(bytes: bytes)
    if let text = scanner.string(), scanner.bytes.isEmpty { return text }
    var label: String?
    var enclosed = bytes
    for _ in 0..<depthMax {
      guard let (name, payload) = ActionScanner.onlyMember(of: enclosed),
        payload.first == UInt8(ascii: "{")
      else { break }
      label = label.map { "\($0).\(name)" } ?? name
      guard let (key, inner) = ActionScanner.onlyMember(of: payload), key == "_0" else { break }
      enclosed = inner
    }
    return label
  }
}

/// Scans compact JSON of an encoder; returns nil for anything unexpected.
private struct ActionScanner {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  var bytes: Bytes

  /// Returns the key and the value of an object with exactly one member.
  static func onlyMember(of object: Bytes) -> (String, Bytes)? {
    guard object.first == UInt8(ascii: "{"), object.last == UInt8(ascii: "}") else { return nil }
    var scanner = ActionScanner(bytes: object.dropFirst().dropLast())
    guard let key = scanner.string(), scanner.bytes.popFirst() == UInt8(ascii: ":") else {
      return nil
    }
    let value = scanner.bytes
    return scanner.hasNoTopLevelComma ? (key, value) : nil
  }

  /// Scans a string without escapes.
  mutating func string() -> String? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    let rest = bytes.dropFirst()
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let text = rest[..<end]
    guard !text.contains(UInt8(ascii: "\\")) else { return nil }
    bytes = rest[(end + 1)...]
    return String(decoding: text, as: UTF8.self)
  }

  private var hasNoTopLevelComma: Bool {
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
