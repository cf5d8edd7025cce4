import RexFormat

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
    let patterns = patterns.map { TypePattern($0) }
    return PayloadFilter { type, _ in patterns.contains { $0.matches(type) } }
  }

  /// Records all payloads except those of actions with certain labels; `*` matches any characters.
  ///
  /// A pattern also matches nested labels: `keyboard` matches `keyboard.typed`. It also matches the
  /// label of earlier versions, in which keys of the encoded action could replace cases' names.
  public static func denying(_ patterns: String...) -> PayloadFilter {
    let patterns = patterns.map { TypePattern($0) }
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
