/// A regular expression of RFC 9485, which is the part that all dialects share.
///
///     [a-z]+-\d     refused: \d is not in the RFC; write [0-9]
///     ^[^-]+$       from the start of the text to its end
///
/// The RFC's grammar has `^` and `$` among the normal characters, and its mappings to other
/// dialects leave them as they are, where they are anchors. They are anchors here, as the
/// compliance suite of JSONPath has it; the characters are written `[\^]` and `[$]`.
///
/// Matching never goes back: it takes time in proportion to the text, times the pattern's size at
/// worst, whoever wrote them.
public struct IRegexp: Sendable {
  /// The pattern as it was written.
  public let pattern: String

  /// Whether letters match their other case, too.
  public let ignoresCase: Bool

  let program: RegexpProgram

  /// A pattern from its text.
  ///
  /// The RFC has no option for case; `ignoresCase` is for people who search. Characters whose other
  /// case is a single character are compared in both: `K` matches `k`, and `ß` only itself.
  public init(
    _ pattern: String, ignoresCase: Bool = false, limits: QueryLimits = .standard
  ) throws(QueryError) {
    var parser = try RegexpParser(pattern, limits: limits)
    program = try parser.program()
    (self.pattern, self.ignoresCase) = (pattern, ignoresCase)
  }

  /// A pattern that matches a text itself, whatever characters it has.
  public init(matching text: String, ignoresCase: Bool = false) {
    program = RegexpProgram(instructions: text.unicodeScalars.map { .scalar($0) })
    (pattern, self.ignoresCase) = (text, ignoresCase)
  }

  /// Whether the pattern matches the whole text.
  public func matchesWhole(_ text: String) -> Bool {
    var steps = Int.max
    return matches(text, isWhole: true, steps: &steps) ?? false
  }

  /// Whether the pattern matches some part of the text, which may be empty.
  public func isFound(in text: String) -> Bool {
    var steps = Int.max
    return matches(text, isWhole: false, steps: &steps) ?? false
  }

  /// Nil when the steps do not suffice; they are below zero then.
  func matches(_ text: String, isWhole: Bool, steps: inout Int) -> Bool? {
    var matcher = RegexpMatcher(program, ignoresCase: ignoresCase)
    return matcher.matches(text, isWhole: isWhole, steps: &steps)
  }

  /// The first part of the text that the pattern matches, the longest of those that begin there.
  public func firstRange(in text: String) -> Range<String.Index>? {
    var matcher = RegexpMatcher(program, ignoresCase: ignoresCase)
    return matcher.firstRange(in: text)
  }
}

extension IRegexp: Hashable {
  /// Whether both match by the same program.
  public static func == (left: IRegexp, right: IRegexp) -> Bool {
    left.ignoresCase == right.ignoresCase && left.program == right.program
      && left.pattern.unicodeScalars.elementsEqual(right.pattern.unicodeScalars)
  }

  /// Feeds the pattern into a hasher, in accord with `==`.
  public func hash(into hasher: inout Hasher) {
    for scalar in pattern.unicodeScalars { hasher.combine(scalar) }
  }
}
