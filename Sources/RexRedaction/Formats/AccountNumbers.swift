extension TextFormat {
  /// The number of a payment card.
  static let cardNumber = TextFormat(ByteSet("23456".utf8), .afterDigit, beginsWord: true) {
    $0.cardNumber(at: $1)
  }

  /// The number of a bank account (ISO 13616).
  static let iban = TextFormat(.letters, .letters, beginsWord: true) { $0.iban(at: $1) }
}

extension ByteSet {
  fileprivate static let letters = ByteSet(
    [UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z")].joined())
  /// A digit, or what can separate the digits of a card, including no-break spaces.
  fileprivate static let afterDigit = ByteSet(
    (0..<128).filter { !ByteSet.digits.union(.cardSeparators).contains($0) }
  ).inverted
}

/// Numbers with check digits.
extension TextScan {
  /// Returns the payment card number that starts at an offset, in any grouping.
  ///
  ///     4111111111111111   4111 1111 1111 1111   4111-11-1111111111   4111.1111.1111.1111
  ///
  /// It ends at the end of a group of digits. Two groups with a point between them are a number
  /// with a fraction.
  fileprivate mutating func cardNumber(at start: Int) -> Range<Int>? {
    // Digits after a decimal point are not a card number.
    guard byte(at: start - 1) != UInt8(ascii: "."), mayBeCard(at: start) else { return nil }
    var number = CardNumber()
    var offset = start
    var fraction: Int?
    while number.count < CardNumber.digitsMax {
      let end = end(of: .digits, from: offset, atMost: CardNumber.digitsMax + 1)
      guard end > offset else { return nil }
      for digit in text[offset..<end] { number.append(digit - UInt8(ascii: "0")) }
      if number.isCard, byte(at: end)?.isLetterOrDigit != true, offset != fraction {
        return isInUUID(start) ? nil : start..<end
      }
      if offset == start, byte(at: end) == UInt8(ascii: ".") { fraction = end + 1 }
      offset = self.end(of: .cardSeparators, from: end, atMost: 2)
      // No-break spaces, which formatters use between groups.
      if has("\u{A0}", at: end) { offset = end + 2 }
      if has("\u{202F}", at: end) { offset = end + 3 }
      guard offset > end else { return nil }
    }
    return nil
  }

  /// Returns whether enough digits for a card number follow, in any grouping.
  private func mayBeCard(at start: Int) -> Bool {
    var count = 0
    for offset in start..<min(start + CardNumber.groupedBytesMax, text.count) {
      if text[offset].isDigit {
        count += 1
        if count == CardNumber.digitsMin { return true }
      } else if !text[offset].isCardSeparator {
        return false
      }
    }
    return false
  }

  /// Returns whether a group of a UUID begins at an offset; some groups look like numbers.
  private func isInUUID(_ start: Int) -> Bool {
    [0, 9, 14, 19, 24].contains { offset in
      let uuid = start - offset
      guard uuid >= 0, text.count - uuid >= Placeholder.uuidBytes else { return false }
      let end = uuid + Placeholder.uuidBytes
      return Placeholder.isUUID(UnsafeBufferPointer(rebasing: text[uuid..<end]))
    }
  }

  /// Returns the IBAN that starts at an offset, with or without groups (ISO 13616).
  fileprivate mutating func iban(at start: Int) -> Range<Int>? {
    guard start + 4 <= text.count, text[start + 2].isDigit, text[start + 3].isDigit,
      let count = IBAN.count(ofCountry: text[start], text[start + 1])
    else { return nil }
    var remainder = 0
    var (offset, taken) = (start + 4, 4)
    while taken < count {
      let next = byte(at: offset)
      if next == UInt8(ascii: " ") || next == UInt8(ascii: "-") { offset += 1 }
      let end = end(of: .lettersAndDigits, from: offset, atMost: count - taken)
      guard end > offset else { return nil }
      remainder = IBAN.remainder(of: text[offset..<end], after: remainder)
      taken += end - offset
      offset = end
    }
    // The number, with its first four characters moved to the end, must be 1 modulo 97.
    guard byte(at: offset)?.isLetterOrDigit != true,
      IBAN.remainder(of: text[start..<(start + 4)], after: remainder) == 1
    else { return nil }
    return isInUUID(start) ? nil : start..<offset
  }
}

extension UInt8 {
  /// Whether the byte can separate a card's digits, including as part of a no-break space.
  var isCardSeparator: Bool { self >= 0x80 || ByteSet.cardSeparators.contains(self) }
}

/// Recognizes a payment card number digit by digit, by prefix, length and check digit.
struct CardNumber {
  static let digitsMin = 14
  static let digitsMax = 19
  /// The maximum length of `digitsMin` digits, with a no-break space of three bytes between each
  /// two.
  static let groupedBytesMax = digitsMin + 3 * (digitsMin - 1)

  private(set) var count = 0
  private var firstFour = 0
  /// The sums of Luhn's algorithm (ISO/IEC 7812-1 annex B), for an even and for an odd number of
  /// digits.
  private var sums = (even: 0, odd: 0)

  mutating func append(_ digit: UInt8) {
    let doubled = digit > 4 ? Int(digit) * 2 - 9 : Int(digit) * 2
    if count < 4 { firstFour = firstFour * 10 + Int(digit) }
    sums.even += count.isMultiple(of: 2) ? doubled : Int(digit)
    sums.odd += count.isMultiple(of: 2) ? Int(digit) : doubled
    count += 1
  }

  /// Returns whether some bytes are the digits of a card number.
  static func isCard(_ digits: some Collection<UInt8>) -> Bool {
    guard digits.count <= digitsMax, digits.allSatisfy(\.isDigit) else { return false }
    var number = CardNumber()
    for digit in digits { number.append(digit - UInt8(ascii: "0")) }
    return number.isCard
  }

  /// Whether the digits so far are a card number.
  var isCard: Bool {
    hasKnownPrefix && (count.isMultiple(of: 2) ? sums.even : sums.odd).isMultiple(of: 10)
  }

  /// Whether the prefix is in an issuer's range (ISO/IEC 7812), and the length is one that it uses.
  private var hasKnownPrefix: Bool {
    switch firstFour {
    case 4000...4999: count == 16 || count == 19
    case 5100...5599, 2221...2720: count == 16
    case 3528...3589, 2200...2204: (16...19).contains(count)
    case 3400...3499, 3700...3799: count == 15
    case 6011, 6440...6599, 6200...6299: (16...19).contains(count)
    case 3000...3059, 3600...3699, 3800...3899: count == 14
    default: false
    }
  }
}

/// International bank account numbers, by country, length and check digits.
enum IBAN {
  /// Returns the length of a country's IBANs; nil if it has none.
  static func count(ofCountry first: UInt8, _ second: UInt8) -> Int? {
    let count = counts[index(first, second)]
    return count == 0 ? nil : count
  }

  /// Returns the index of a country in `counts`, from its two letters in either case.
  private static func index(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first & 31) << 5 | Int(second & 31)
  }

  /// Returns the remainder modulo 97 of characters that follow others; `A` counts as 10.
  static func remainder(
    of characters: Slice<UnsafeBufferPointer<UInt8>>, after remainder: Int
  ) -> Int {
    characters.reduce(remainder) { rest, byte in
      byte.isDigit
        ? (rest * 10 + Int(byte) - 0x30) % 97 : (rest * 100 + Int(byte & 0xDF) - 55) % 97
    }
  }

  /// The lengths in the registry of ISO 13616, release 99.
  private static let counts: [Int] = {
    let registry: [(count: Int, countries: String)] = [
      (15, "NO"), (16, "BE"), (18, "DK FI FO GL NL SD FK"), (19, "MK SI"),
      (20, "AT BA EE KZ LT LU MN XK"), (21, "CH HR LI LV"),
      (22, "BG BH CR DE GB GE IE ME RS VA"), (23, "AE GI IL IQ OM TL SO"),
      (24, "AD CZ ES MD PK RO SA SE SK TN VG"), (25, "LY PT ST"), (26, "IS TR"),
      (27, "BI DJ FR GR IT MC MR SM"), (28, "AL AZ BY CY DO GT HU LB NI PL SV"),
      (29, "BR EG PS QA UA"), (30, "JO KW MU YE"), (31, "MT SC"), (32, "LC"), (33, "RU"),
    ]
    var counts = [Int](repeating: 0, count: 32 * 32)
    for row in registry {
      for country in row.countries.utf8.split(separator: UInt8(ascii: " ")) {
        counts[index(country.first ?? 0, country.last ?? 0)] = row.count
      }
    }
    return counts
  }()
}
