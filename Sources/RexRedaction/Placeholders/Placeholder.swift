package import RexJSON

/// A value of the same JSON type that replaces a secret, and reveals only which secret it is.
///
///     "redacted5f0c9a1b77e2d403"               a text
///     "redacted3f9c0001"                       a text, in older logs
///     "7ED0AC7E-5F0C-4000-8000-9A1B77E2D403"   a UUID, in all logs
///     2130846021, 2130846021.5                 a number in the range that the session line names
///     770000003, 770000003.5                   a number, if the session line names no range
///
/// A number of the app's own that has this form is written with an exponent: `2130846021e0`.
package enum Placeholder {
  /// The range of the integers that replace numbers.
  ///
  /// It fits in 32 bits and is exact in a `Double`. As times since 1970 or 2001, its numbers are in
  /// July of 2037 or of 2068.
  package static let numbers = 2_130_000_000...2_130_999_999
  /// The range in logs whose session line names none.
  package static let numbersInOlderLogs = 770_000_001...770_999_999

  /// The placeholder of every text of one character.
  package static let oneCharacter = text(of: 0)

  private static let word = "redacted"
  private static let uuidStart = "7ed0ac7e-"
  private static let uuidMiddle = "-4000-8000-"
  private static let hashDigitCount = 16
  static let uuidBytes = 36
  /// The length of the shortest placeholder of a text, one of an older log.
  private static let wordBytesMin = 16

  static func text(of hash: UInt64) -> String { word + hex(hash) }

  static func uuid(of hash: UInt64, isUppercase: Bool) -> String {
    let digits = hex(hash)
    let uuid = uuidStart + digits.prefix(4) + uuidMiddle + digits.dropFirst(4)
    return isUppercase ? uuid.uppercased() : uuid
  }

  /// Returns the number of a hash; nil for a number of one digit, which all have the same.
  static func number(of hash: UInt64?, isInteger: Bool) -> JSONNumber {
    let count = UInt64(numbers.count - 1)
    let integer = numbers.lowerBound + (hash.map { 1 + Int($0 % count) } ?? 0)
    let fraction = isInteger ? nil : JSONNumber(text: "\(integer).5")
    return fraction ?? JSONNumber(integer)
  }

  /// Returns whether a text is a placeholder, or a marker of a text that was too long.
  package static func isPlaceholder(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(isPlaceholder)
  }

  static func isPlaceholder(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    end(ofPlaceholderAt: 0, in: text) == text.count || TextMarker.isMarker(text)
  }

  /// Returns whether a value is or contains a placeholder, including in keys and longer texts.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - numbers: The range of the integers that replace numbers.
  package static func isContained(in value: JSON, numbers: ClosedRange<Int>) -> Bool {
    switch value {
    case .null, .bool: false
    case .number(let number): isPlaceholder(number, numbers: numbers)
    case .string(let text): range(in: text) != nil
    case .array(let elements): elements.contains { isContained(in: $0, numbers: numbers) }
    case .object(let members):
      members.contains {
        range(in: $0.key) != nil || isContained(in: $0.value, numbers: numbers)
      }
    }
  }

  /// Returns whether a number has the form of a placeholder.
  package static func isPlaceholder(_ number: JSONNumber, numbers: ClosedRange<Int>) -> Bool {
    let integer = number.text.hasSuffix(".5") ? number.text.dropLast(2) : number.text[...]
    return Int(integer).map(numbers.contains) ?? false
  }

  /// Returns whether a number can have the form of a placeholder, from the digits it begins with.
  static func mayBePlaceholder(_ number: UnsafeBufferPointer<UInt8>) -> Bool {
    number.starts(with: "2130".utf8)
  }

  /// Returns an equal number that does not have the form of a placeholder.
  static func distinct(_ number: JSONNumber) -> JSONNumber? { JSONNumber(text: number.text + "e0") }

  /// Returns the range of UTF-8 bytes from the first placeholder in a text to the last.
  package static func range(in text: String) -> Range<Int>? {
    guard text.utf8.count >= wordBytesMin else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      if TextMarker.isMarker(bytes) { return bytes.indices }
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

  /// Returns the end of the placeholder of a text that begins at an offset; nil if there is none.
  package static func end(
    ofPlaceholderAt start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard start < text.count, "r7".utf8.contains(text[start]) else { return nil }
    let rest = text[start...]
    if text[start] == UInt8(ascii: "7") {
      let uuid = rest.prefix(uuidBytes).map(\.asciiLowercased)
      let isOurs =
        uuid.starts(with: uuidStart.utf8) && uuid.dropFirst(13).starts(with: uuidMiddle.utf8)
      return isOurs && uuid.withUnsafeBufferPointer(isUUID) ? start + uuidBytes : nil
    }
    guard rest.starts(with: word.utf8) else { return nil }
    let digits = rest.dropFirst(word.utf8.count)
    let hash = digits.prefix(hashDigitCount).prefix { $0.hexValue != nil }
    // In older logs: four hexadecimal digits, and decimal ones in groups of four.
    guard hash.count < hashDigitCount else { return hash.endIndex }
    let decimals = hash.dropFirst(4).prefix(while: \.isDigit).count / 4 * 4
    return decimals == 0 ? nil : digits.startIndex + 4 + decimals
  }

  static func isUUID(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == uuidBytes else { return false }
    return text.indices.allSatisfy { offset in
      [8, 13, 18, 23].contains(offset)
        ? text[offset] == UInt8(ascii: "-") : text[offset].hexValue != nil
    }
  }

  private static func hex(_ number: UInt64) -> String {
    String(number, radix: 16).zeroPadded(to: hashDigitCount)
  }
}
