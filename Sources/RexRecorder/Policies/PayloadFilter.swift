/// Selects the actions whose payloads are recorded.
///
/// The other actions are recorded as opaque entries, without their payload, but with their patch.
/// All states therefore stay exact; a re-reduction applies the patch.
public struct PayloadFilter: Sendable {
  /// Returns whether a payload is recorded: by its label, an earlier version's, and the value.
  let shows: @Sendable (_ type: String, _ former: () -> String, _ action: Any) -> Bool

  /// Records the payloads of actions that satisfy a condition on their label and their value.
  public init(_ shows: @escaping @Sendable (_ type: String, _ action: Any) -> Bool) {
    self.shows = { type, _, action in shows(type, action) }
  }

  /// Records only the payloads of actions with certain labels; `*` matches any characters:
  /// `*.loaded`.
  ///
  /// A pattern also matches nested labels: `news` matches `news.loaded`.
  public static func allowing(_ patterns: String...) -> PayloadFilter {
    let patterns = TypePattern.patterns(patterns)
    return PayloadFilter { type, _ in patterns.contains { $0.matches(type) } }
  }

  /// Records all payloads except those of actions with certain labels; `*` matches any characters.
  ///
  /// A pattern also matches nested labels: `keyboard` matches `keyboard.typed`. It also matches the
  /// label of earlier versions, in which keys of the encoded action could replace cases' names.
  public static func denying(_ patterns: String...) -> PayloadFilter {
    let patterns = TypePattern.patterns(patterns)
    return PayloadFilter(shows: { type, former, _ in
      if patterns.contains(where: { $0.matches(type) }) { return false }
      let former = former()
      return former == type || !patterns.contains { $0.matches(former) }
    })
  }

  private init(
    shows: @escaping @Sendable (_ type: String, _ former: () -> String, _ action: Any) -> Bool
  ) {
    self.shows = shows
  }
}

/// A pattern in which `*` matches any number of characters, including none.
private struct TypePattern {
  private let pattern: [UInt8]

  init(_ text: String) { pattern = Array(text.utf8) }

  /// The patterns for some labels and all labels nested in them.
  static func patterns(_ texts: [String]) -> [TypePattern] {
    texts.flatMap { [TypePattern($0), TypePattern($0 + ".*")] }
  }

  /// Returns whether a text matches, by greedy matching that backtracks to the last star.
  func matches(_ text: String) -> Bool {
    let text = Array(text.utf8)
    var (position, index) = (0, 0)
    var star: (position: Int, index: Int)?
    while index < text.count {
      if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
        star = (position, index)
        position += 1
      } else if position < pattern.count, pattern[position] == text[index] {
        (position, index) = (position + 1, index + 1)
      } else if let last = star {
        star = (last.position, last.index + 1)
        (position, index) = (last.position + 1, last.index + 1)
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
