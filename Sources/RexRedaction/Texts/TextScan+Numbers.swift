/// Numbers that a check digit tells from others.
extension TextScan {
  /// The number of a payment card that starts at a place, in any grouping.
  ///
  ///     4111111111111111   4111 1111 1111 1111   4111-11-1111111111   4111.1111.1111.1111
  ///
  /// It ends where a group of digits does.
  mutating func cardNumber(at start: Int) -> Range<Int>? {
    // The digits behind a decimal point are no card.
    guard CardNumber.firstDigits.contains(text[start]), startsWord(at: start),
      byte(at: start - 1) != UInt8(ascii: ".")
    else { return nil }
    var number = CardNumber()
    var offset = start
    while number.count < CardNumber.digitsMax {
      let end = end(of: .digits, from: offset, atMost: CardNumber.digitsMax + 1)
      guard end > offset else { return nil }
      for digit in text[offset..<end] { number.append(digit - UInt8(ascii: "0")) }
      if number.isCard, byte(at: end)?.isLetterOrDigit != true {
        return isInUUID(start) ? nil : start..<end
      }
      offset = self.end(of: TextScan.separators, from: end, atMost: 2)
      // No-break spaces, which are what a formatter puts between groups.
      if has("\u{A0}", at: end) { offset = end + 2 }
      if has("\u{202F}", at: end) { offset = end + 3 }
      guard offset > end else { return nil }
    }
    return nil
  }

  static let separators = ByteSet(" -._/+".utf8)

  /// Whether a group of a UUID begins at a place; some look like a number.
  private func isInUUID(_ start: Int) -> Bool {
    [0, 9, 14, 19, 24].contains { offset in
      let uuid = start - offset
      guard uuid >= 0, text.count - uuid >= 36 else { return false }
      return (0..<36).allSatisfy { place in
        [8, 13, 18, 23].contains(place)
          ? text[uuid + place] == UInt8(ascii: "-") : text[uuid + place].hexValue != nil
      }
    }
  }

  /// The IBAN that starts at a place, plain or in groups (ISO 13616).
  mutating func iban(at start: Int) -> Range<Int>? {
    guard startsWord(at: start), start + 4 <= text.count, text[start + 1].isLetter,
      text[start + 2].isDigit, text[start + 3].isDigit,
      let count = IBAN.count(ofCountry: text[start], text[start + 1])
    else { return nil }
    var characters: [UInt8] = []
    var offset = start
    while characters.count < count {
      let end = end(of: .lettersAndDigits, from: offset, atMost: count - characters.count)
      guard end > offset else { return nil }
      characters += text[offset..<end]
      offset = end
      if characters.count < count, let byte = byte(at: end), " -".utf8.contains(byte) {
        offset = end + 1
      }
    }
    guard byte(at: offset)?.isLetterOrDigit != true, IBAN.isIBAN(characters) else { return nil }
    return isInUUID(start) ? nil : start..<offset
  }
}

/// The number of a payment card, by prefix, length and check digit, as its digits come.
struct CardNumber {
  static let digitsMin = 14
  static let digitsMax = 19
  /// What the numbers of all issuers begin with.
  static let firstDigits = UInt8(ascii: "2")...UInt8(ascii: "6")
  /// The first so many digits have three bytes at most between each two: a no-break space.
  static let groupedBytesMax = digitsMin + 3 * (digitsMin - 1)

  private(set) var count = 0
  private var firstFour = 0
  /// The sums of Luhn's algorithm (ISO/IEC 7812-1 annex B), where a number of an even and of an odd
  /// count of digits ends here.
  private var sums = (even: 0, odd: 0)

  mutating func append(_ digit: UInt8) {
    let doubled = digit > 4 ? Int(digit) * 2 - 9 : Int(digit) * 2
    if count < 4 { firstFour = firstFour * 10 + Int(digit) }
    sums.even += count.isMultiple(of: 2) ? doubled : Int(digit)
    sums.odd += count.isMultiple(of: 2) ? Int(digit) : doubled
    count += 1
  }

  /// Whether the digits so far are a card's.
  var isCard: Bool {
    hasKnownPrefix && (count.isMultiple(of: 2) ? sums.even : sums.odd).isMultiple(of: 10)
  }

  /// Ranges of ISO/IEC 7812 issuers, with the lengths they give out.
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
  /// How many characters the IBANs of a country have; nil where it has none.
  static func count(ofCountry first: UInt8, _ second: UInt8) -> Int? {
    let count = counts[place(first, second)]
    return count == 0 ? nil : count
  }

  /// The place of a country's two letters, in either case, in `counts`.
  private static func place(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first & 31) << 5 | Int(second & 31)
  }

  /// Whether the check digits hold: the number, its first four characters behind, is 1 modulo 97.
  static func isIBAN(_ characters: [UInt8]) -> Bool {
    let turned = characters.dropFirst(4) + characters.prefix(4)
    let rest = turned.reduce(0) { rest, byte in
      byte.isDigit
        ? (rest * 10 + Int(byte) - 0x30) % 97 : (rest * 100 + Int(byte & 0xDF) - 55) % 97
    }
    return rest == 1
  }

  /// The registry of ISO 13616, release 99.
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
        counts[place(country.first ?? 0, country.last ?? 0)] = row.count
      }
    }
    return counts
  }()
}
