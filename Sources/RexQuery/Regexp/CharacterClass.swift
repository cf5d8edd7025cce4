import RexJSON

/// A set of characters: ranges and general categories, possibly negated.
struct CharacterClass: Sendable, Hashable {
  private var ranges: [ClosedRange<UInt32>] = []
  /// A bit for each index of `categories`.
  private var categoryBits: UInt32 = 0
  var isNegated = false

  mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
    ranges.append(range.lowerBound.value...range.upperBound.value)
  }

  /// Adds a category by name, or its complement; false if there is no such category.
  mutating func insert(categoryNamed name: String, isComplement: Bool) -> Bool {
    var bits: UInt32 = 0
    for (index, category) in Self.categories.enumerated() where category.name.hasPrefix(name) {
      bits |= 1 << UInt32(index)
    }
    guard bits != 0, (1...2).contains(name.utf8.count) else { return false }
    categoryBits |= isComplement ? ~bits : bits
    return true
  }

  /// Sorts and joins the ranges; call it once before `contains`.
  mutating func finish() {
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var joined: [ClosedRange<UInt32>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    (hasRange(with: scalar.value) || hasCategory(of: scalar)) != isNegated
  }

  private func hasRange(with value: UInt32) -> Bool {
    let index = ranges.partitioningIndex { $0.upperBound >= value }
    return index < ranges.count && ranges[index].contains(value)
  }

  private func hasCategory(of scalar: Unicode.Scalar) -> Bool {
    guard categoryBits != 0 else { return false }
    let category = scalar.properties.generalCategory
    guard let index = Self.categories.firstIndex(where: { $0.category == category }) else {
      return false
    }
    return categoryBits >> UInt32(index) & 1 == 1
  }

  /// All categories but surrogates (Cs), which do not occur in text.
  private static let categories: [(name: String, category: Unicode.GeneralCategory)] = [
    ("Ll", .lowercaseLetter), ("Lu", .uppercaseLetter), ("Lo", .otherLetter),
    ("Lm", .modifierLetter), ("Lt", .titlecaseLetter),
    ("Mn", .nonspacingMark), ("Mc", .spacingMark), ("Me", .enclosingMark),
    ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber),
    ("Pc", .connectorPunctuation), ("Pd", .dashPunctuation), ("Ps", .openPunctuation),
    ("Pe", .closePunctuation), ("Pi", .initialPunctuation), ("Pf", .finalPunctuation),
    ("Po", .otherPunctuation),
    ("Zs", .spaceSeparator), ("Zl", .lineSeparator), ("Zp", .paragraphSeparator),
    ("Sm", .mathSymbol), ("Sc", .currencySymbol), ("Sk", .modifierSymbol), ("So", .otherSymbol),
    ("Cc", .control), ("Cf", .format), ("Cn", .unassigned), ("Co", .privateUse),
  ]
}
