/// How much of the values at a place is secret, by the names above them.
enum Secrecy: Int, Comparable {
  /// Only texts in a secret format.
  case open
  /// The numbers of cards, too.
  case card
  /// All texts but UUIDs: what a case's name announces.
  case announced
  /// All texts; a number is a count. In free text, only values that look like tokens.
  case texts
  /// All numbers and texts but UUIDs: the digits that a case's name announces.
  case announcedNumbers
  /// All texts and numbers.
  case named
  /// Everything except null.
  case whole

  /// Whether all texts are secret.
  var hidesTexts: Bool { self >= .announced }

  /// Whether all numbers are secret.
  var hidesNumbers: Bool { self >= .announcedNumbers }

  /// Whether only a case's name says that there is a secret, which can also be an item's id.
  var isAnnounced: Bool { self == .announced || self == .announcedNumbers }

  static func < (left: Secrecy, right: Secrecy) -> Bool { left.rawValue < right.rawValue }
}
