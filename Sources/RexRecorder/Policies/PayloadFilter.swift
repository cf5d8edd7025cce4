/// Which actions a log shows.
///
/// The others are entries all the same, opaque ones: their payload is left out, their effect is
/// not, so that all states stay exact. A re-reduction applies their patch.
public struct PayloadFilter: Sendable {
  let shows: @Sendable (_ type: String, _ action: Any) -> Bool

  /// Shows the actions that satisfy a condition on their label and themselves.
  public init(_ shows: @escaping @Sendable (_ type: String, _ action: Any) -> Bool) {
    self.shows = shows
  }

  /// Shows only actions with one of these labels; `*` stands for any characters: `*.loaded`.
  ///
  /// A pattern also means what is below it: `news` means `news.loaded`, too.
  public static func allowing(_ patterns: String...) -> PayloadFilter {
    PayloadFilter { type, _ in
      patterns.contains { TypePattern($0).matches(type) || TypePattern($0 + ".*").matches(type) }
    }
  }

  /// Shows all actions but those with one of these labels; `*` stands for any characters.
  ///
  /// A pattern also means what is below it: `keyboard` means `keyboard.typed`, too.
  public static func denying(_ patterns: String...) -> PayloadFilter {
    PayloadFilter { type, _ in
      !patterns.contains { TypePattern($0).matches(type) || TypePattern($0 + ".*").matches(type) }
    }
  }
}

/// A text in which `*` stands for any run of characters, also for none.
private struct TypePattern {
  private let pattern: [UInt8]

  init(_ text: String) { pattern = Array(text.utf8) }

  /// Compares from the left; where that fails, the last star takes one byte more.
  func matches(_ text: String) -> Bool {
    let text = Array(text.utf8)
    var (place, index) = (0, 0)
    var star: (place: Int, index: Int)?
    while index < text.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, index)
        place += 1
      } else if place < pattern.count, pattern[place] == text[index] {
        (place, index) = (place + 1, index + 1)
      } else if let last = star {
        star = (last.place, last.index + 1)
        (place, index) = (last.place + 1, last.index + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
