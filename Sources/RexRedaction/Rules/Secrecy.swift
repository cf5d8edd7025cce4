/// How much of the values at a place is secret, by the names above them.
enum Secrecy: Int, Comparable {
  /// Only texts in a secret format.
  case open
  /// The numbers of cards, too.
  case card
  /// All texts; a number is a count. In free text, only values that look like tokens.
  case texts
  /// All texts and numbers.
  case named
  /// Everything except null.
  case whole

  /// Whether all texts are secret.
  var hidesTexts: Bool { self >= .texts }

  static func < (left: Secrecy, right: Secrecy) -> Bool { left.rawValue < right.rawValue }
}
