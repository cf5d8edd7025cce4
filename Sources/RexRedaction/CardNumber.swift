/// Numbers of payment cards: 14 to 19 digits, in groups too, by prefix, length and check digit.
enum CardNumber {
  /// The card number that starts at a place; nil when none does.
  static func range(in text: [UInt8], at start: Int) -> Range<Int>? {
    // The digits behind a decimal point are no card.
    if start > 0, text[start - 1] == UInt8(ascii: ".") { return nil }
    var digits: [UInt8] = []
    var end = start
    var offset = start
    while offset < text.count, digits.count <= 19 {
      if text[offset].isDigit {
        digits.append(text[offset] - UInt8(ascii: "0"))
        end = offset + 1
      } else if !(isSeparator(text[offset]) && offset == end) {
        break
      }
      offset += 1
    }
    if end < text.count, text[end].isLetterOrDigit { return nil }
    return isCard(digits) ? start..<end : nil
  }

  /// Whether digits are a card's.
  static func isCard(_ digits: [UInt8]) -> Bool {
    hasKnownPrefix(digits) && luhnSum(digits).isMultiple(of: 10)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
  }

  /// Ranges of ISO/IEC 7812 issuers, with the lengths they give out.
  private static func hasKnownPrefix(_ digits: [UInt8]) -> Bool {
    guard digits.count >= 14 else { return false }
    let four = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
    return switch four {
    case 4000...4999: digits.count == 16 || digits.count == 19
    case 5100...5599, 2221...2720, 3528...3589: digits.count == 16
    case 3400...3499, 3700...3799: digits.count == 15
    case 6011, 6440...6599, 6200...6299: digits.count == 16 || digits.count == 19
    case 3000...3059, 3600...3699, 3800...3899: digits.count == 14
    default: false
    }
  }

  /// The sum of Luhn's algorithm (ISO/IEC 7812-1 annex B); a multiple of 10 where it holds.
  private static func luhnSum(_ digits: [UInt8]) -> Int {
    digits.reversed().enumerated().reduce(0) { sum, item in
      let (place, digit) = item
      let doubled = place.isMultiple(of: 2) ? Int(digit) : Int(digit) * 2
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }
  }
}
