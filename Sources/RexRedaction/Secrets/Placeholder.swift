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
  private static let integerBase = 770_000_000
  /// The most placeholders of numbers that are recognized, so that few other numbers are: as dates,
  /// these are eleven days of 2025.
  private static let numbersMax = 999_999
  private static let word = "redacted"
  /// The length of the shortest placeholder of a text: the word, the tag and four digits.
  private static let wordBytesMin = 16
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
    guard text.utf8.isUUID else { return word + tag + decimal(number) }
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
    var text = text
    return text.withUTF8 { end(ofPlaceholderAt: 0, in: $0) == $0.count } || TextLimit.isMarker(text)
  }

  /// Returns whether a number has the form of a placeholder.
  package static func isPlaceholder(_ number: JSONNumber) -> Bool {
    let text = number.text.utf8
    guard text.count == 9 || text.count == 11, text.starts(with: "77".utf8) else { return false }
    let digits = text.count == 9 || number.text.hasSuffix(".5") ? number.text.prefix(9) : ""
    return Int(digits).map { (1...numbersMax).contains($0 - integerBase) } ?? false
  }

  /// Returns whether a value is or contains a placeholder, including in keys and longer texts.
  package static func isContained(in value: JSON) -> Bool {
    switch value {
    case .null, .bool: false
    case .number(let number): isPlaceholder(number)
    case .string(let text): range(in: text) != nil
    case .array(let elements): elements.contains(where: isContained)
    case .object(let members):
      members.contains { range(in: $0.key) != nil || isContained(in: $0.value) }
    }
  }

  /// Returns the range of UTF-8 bytes from the first placeholder in a text to the last.
  package static func range(in text: String) -> Range<Int>? {
    guard text.utf8.count >= wordBytesMin else { return nil }
    if TextLimit.isMarker(text) { return 0..<text.utf8.count }
    var text = text
    return text.withUTF8 { bytes in
      var range: Range<Int>?
      var offset = 0
      while offset + wordBytesMin <= bytes.count {
        if let end = end(ofPlaceholderAt: offset, in: bytes) {
          range = (range?.lowerBound ?? offset)..<end
          offset = end
        } else {
          offset += 1
        }
      }
      return range
    }
  }

  /// Returns the end of the placeholder at an offset of a text; nil if there is none.
  private static func end(
    ofPlaceholderAt start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard start < text.count, "r7".utf8.contains(text[start]) else { return nil }
    let rest = text[start...]
    if rest.prefix(36).isUUID {
      let lower = rest.prefix(36).lazy.map(\.asciiLowercased)
      let isOurs =
        lower.starts(with: uuidStart.utf8) && lower.dropFirst(13).starts(with: uuidMiddle.utf8)
      return isOurs ? start + 36 : nil
    }
    let tag = rest.dropFirst(word.utf8.count).prefix(4)
    guard rest.starts(with: word.utf8), tag.count == 4, tag.allSatisfy({ $0.hexValue != nil })
    else { return nil }
    let digits = rest.dropFirst(word.utf8.count + 4).prefix(while: \.isDigit).count
    return digits < 4 ? nil : start + word.utf8.count + 4 + digits / 4 * 4
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

extension Collection<UInt8> {
  /// Whether the bytes are a UUID.
  fileprivate var isUUID: Bool {
    count == 36
      && enumerated().allSatisfy { offset, byte in
        [8, 13, 18, 23].contains(offset) ? byte == UInt8(ascii: "-") : byte.hexValue != nil
      }
  }
}
