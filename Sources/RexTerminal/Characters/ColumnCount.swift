extension Unicode.Scalar {
  /// The columns of a terminal that the character takes by itself; nil if it must not be written.
  ///
  /// Not to be written are controls and what changes the order or the meaning of other characters.
  /// Joiners, and marks that combine with the character before, take no columns.
  package var columnCount: Int? {
    if value < 0x7F { return value >= 0x20 ? 1 : nil }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
      return nil
    case .format: return self == "\u{200D}" || self == "\u{200C}" ? 0 : nil
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    // The vowels and finals of Hangul combine with the consonant before them.
    if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FB ~= value { return 0 }
    return isWide ? 2 : 1
  }

  /// Whether it is Wide or Fullwidth (Unicode Standard Annex 11).
  ///
  /// All emoji are Wide, except for the letters of flags, which are by themselves Neutral.
  private var isWide: Bool {
    if properties.isEmojiPresentation { return !isRegionalIndicator }
    var (low, high) = (0, Self.wide.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < Self.wide.count && Self.wide[low].contains(value)
  }

  fileprivate var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }

  /// The characters of W and F in EastAsianWidth.txt (Unicode 16) that are not emoji, in order.
  ///
  /// The ranges include unassigned characters, which are never written.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}

extension Character {
  /// Marks beyond this number of scalars are left out; emoji of several people have 11.
  static let scalarsMax = 16

  /// The columns of a terminal that the character takes; nil if it must not be written.
  ///
  /// A character can be several: `e` and an accent take 1 column, and an emoji's parts together 2.
  package var columnCount: Int? {
    var sum = 0
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      guard let count = scalar.columnCount else { return nil }
      if scalar == "\u{FE0F}", previous?.properties.isEmoji ?? false { sum = 2 }
      sum += count
      previous = scalar
    }
    guard unicodeScalars.count > 1, let first = unicodeScalars.first else { return sum }
    // Joined emoji, emoji with a tone of skin, and two letters of a flag.
    let isEmoji = sum >= 2 && first.properties.isEmoji && first.value > 0x7F
    return isEmoji ? 2 : sum
  }
}

extension StringProtocol {
  /// The columns of a terminal that the text takes, without what must not be written.
  package var columnCount: Int {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return utf8.count }
    return reduce(0) { $0 + ($1.columnCount ?? 0) }
  }

  /// Whether the text takes at most some columns, with no more marks than are seen.
  package func fits(columns columnsMax: Int) -> Bool {
    beginning(columns: columnsMax).endIndex == endIndex && columnCount <= columnsMax
  }

  /// The beginning of the text that takes at most some columns, with no more marks than are seen.
  package func prefix(columns columnsMax: Int) -> SubSequence {
    var columns = 0
    return beginning(columns: columnsMax).prefix { character in
      columns += character.columnCount ?? 0
      return columns <= columnsMax
    }
  }

  /// As many scalars as can be seen in some columns, so that a long text takes no long time.
  func beginning(columns: Int) -> SubSequence {
    let scalarsMax = Swift.min(Swift.max(columns, 0), 1 << 20) * Character.scalarsMax
    guard utf8.count > scalarsMax else { return self[...] }
    let end = unicodeScalars.index(startIndex, offsetBy: scalarsMax, limitedBy: endIndex)
    return self[..<(end ?? endIndex)]
  }
}
