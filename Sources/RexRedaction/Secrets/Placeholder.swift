package import RexJSON

/// A value of the same JSON type that replaces a secret, and reveals only which secret it is.
///
///     "hunter2"       "redacted3f9c0001"       the session's tag and a serial number
///     a UUID          "7ED0AC7E-3F9C-4000-8000-000000000002"
///     4111111111      770000003
///     1.25            770000004.5
///     true            false                    the same for `false`, so that neither is revealed
///
/// The placeholder of a text consists of letters and digits (for a UUID, also hyphens), and its
/// length is a multiple of four, so that it is valid in names, URLs and base64. It does not depend
/// on the secret's content.
package enum Placeholder {
  static let integerBase = 770_000_000
  private static let word = "redacted"
  private static let uuidStart = "7ed0ac7e-"
  private static let uuidMiddle = "-4000-8000-"

  /// Creates the placeholder with a serial number; nil if the value needs none.
  static func make(for secret: JSON, tag: UInt16, serialNumber number: Int) -> JSON? {
    switch secret {
    case .string(let text): .string(make(for: text, tag: tag, serialNumber: number))
    case .number(let original):
      .number(integer(of: original, number) ?? fraction(number))
    case .null, .bool, .array, .object: nil
    }
  }

  private static func make(for text: String, tag: UInt16, serialNumber number: Int) -> String {
    let tag = hex(Int(tag), width: 4)
    guard isUUID(text) else { return word + tag + decimal(number) }
    let uuid = uuidStart + tag + uuidMiddle + hex(number, width: 12)
    return text.utf8.contains { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "f") }
      ? uuid : uuid.uppercased()
  }

  private static func integer(of original: JSONNumber, _ number: Int) -> JSONNumber? {
    original.text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
      ? JSONNumber(integerBase + number) : nil
  }

  private static func fraction(_ number: Int) -> JSONNumber {
    JSONNumber(text: "\(integerBase + number).5") ?? JSONNumber(integerBase + number)
  }

  /// Returns whether a text has the form of a placeholder, or of a marker for a text that was too
  /// long.
  package static func isPlaceholder(_ text: String) -> Bool {
    // The first characters of a marker, of `word` and of a UUID placeholder.
    guard let first = text.utf8.first, "lr7".utf8.contains(first) else { return false }
    if TextLimit.isMarker(text) { return true }
    let bytes = Array(text.utf8)
    if bytes.starts(with: word.utf8) {
      let rest = bytes.dropFirst(word.utf8.count)
      return rest.count >= 8 && rest.count.isMultiple(of: 4)
        && rest.prefix(4).allSatisfy { $0.hexValue != nil }
        && rest.dropFirst(4).allSatisfy(\.isDigit)
    }
    let lower = bytes.map(\.asciiLowercased)
    return isUUID(text) && lower.starts(with: uuidStart.utf8)
      && lower.dropFirst(13).starts(with: uuidMiddle.utf8)
  }

  /// Returns whether a value is or contains a placeholder, including in keys and longer texts.
  ///
  /// A number in the range of placeholders counts as one.
  package static func isContained(in value: JSON) -> Bool {
    switch value {
    case .null, .bool: false
    case .number(let number): isContained(in: number)
    case .string(let text): isContained(inText: text)
    case .array(let elements): elements.contains(where: isContained)
    case .object(let members):
      members.contains { isContained(inText: $0.key) || isContained(in: $0.value) }
    }
  }

  private static func isContained(in number: JSONNumber) -> Bool {
    guard let value = number.double else { return false }
    return value > Double(integerBase) && value < Double(integerBase + 10_000_000)
  }

  /// Returns whether a text contains a placeholder.
  ///
  /// A number's placeholder counts only if no letter or digit is before its nine digits, and no
  /// digit after them.
  package static func isContained(inText text: String) -> Bool {
    if isPlaceholder(text) { return true }
    let bytes = Array(text.utf8)
    return bytes.indices.contains { offset in
      switch bytes[offset] {
      case UInt8(ascii: "r"): isWord(at: offset, in: bytes)
      case UInt8(ascii: "7"): isUUIDStart(at: offset, in: bytes) || isNumber(at: offset, in: bytes)
      default: false
      }
    }
  }

  private static func isWord(at offset: Int, in bytes: [UInt8]) -> Bool {
    let rest = bytes[offset...].prefix(word.utf8.count + 8)
    return rest.starts(with: word.utf8) && rest.count == word.utf8.count + 8
      && rest.dropFirst(word.utf8.count).prefix(4).allSatisfy { $0.hexValue != nil }
      && rest.suffix(4).allSatisfy(\.isDigit)
  }

  private static func isUUIDStart(at offset: Int, in bytes: [UInt8]) -> Bool {
    let rest = bytes[offset...].prefix(uuidStart.utf8.count + 4 + uuidMiddle.utf8.count)
    return rest.prefix(uuidStart.utf8.count).map(\.asciiLowercased).elementsEqual(uuidStart.utf8)
      && rest.dropFirst(uuidStart.utf8.count + 4).elementsEqual(uuidMiddle.utf8)
  }

  private static func isNumber(at offset: Int, in bytes: [UInt8]) -> Bool {
    let digits = bytes[offset...].prefix(10).prefix(while: \.isDigit)
    return digits.count == 9 && digits.starts(with: "77".utf8)
      && (offset == 0 || !bytes[offset - 1].isLetterOrDigit)
  }

  private static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { offset, byte in
      [8, 13, 18, 23].contains(offset) ? byte == UInt8(ascii: "-") : byte.hexValue != nil
    }
  }

  /// Returns a number's digits, padded to a multiple of four.
  private static func decimal(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: (4 - digits.utf8.count % 4) % 4) + digits
  }

  private static func hex(_ number: Int, width: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
