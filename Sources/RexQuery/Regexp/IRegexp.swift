/// A regular expression as in RFC 9485, the common subset of regular expression dialects.
///
///     [a-z]+-\d     refused: \d is not in the RFC; write [0-9]
///     ^[^-]+$       from the start of the text to its end
///
/// The RFC's grammar has `^` and `$` among the normal characters, but its mappings leave them as
/// they are in other dialects, which read them as anchors. They are anchors here too, as the
/// JSONPath compliance suite expects; the characters themselves are written `[\^]` and `[$]`.
///
/// Matching does not backtrack: it takes time proportional to the text times the pattern's size at
/// worst.
public struct IRegexp: Sendable {
  /// The pattern's text.
  public let pattern: String

  /// Whether case is ignored.
  public let ignoresCase: Bool

  let program: RegexpProgram

  /// A pattern from its text.
  ///
  /// Ignoring case is not part of the RFC. Only characters whose other case is a single character
  /// are folded: `K` matches `k`, and `ß` only itself.
  public init(
    _ pattern: String, ignoresCase: Bool = false, limits: QueryLimits = .standard
  ) throws(QueryError) {
    var parser = try RegexpParser(pattern, limits: limits)
    program = try parser.program()
    (self.pattern, self.ignoresCase) = (pattern, ignoresCase)
  }

  /// A pattern that matches a literal text.
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

  /// Whether the pattern matches; nil if it needs more than `steps`, which is then negative.
  func matches(_ text: String, isWhole: Bool, steps: inout Int) -> Bool? {
    var matcher = RegexpMatcher(program, ignoresCase: ignoresCase)
    return matcher.matches(text, isWhole: isWhole, steps: &steps)
  }

  /// The leftmost match in the text; if several start there, the longest.
  public func firstRange(in text: String) -> Range<String.Index>? {
    var matcher = RegexpMatcher(program, ignoresCase: ignoresCase)
    return matcher.firstRange(in: text)
  }
}

extension IRegexp: Hashable {
  /// Whether both have the same pattern, program and case sensitivity.
  public static func == (left: IRegexp, right: IRegexp) -> Bool {
    left.ignoresCase == right.ignoresCase && left.program == right.program
      && left.pattern.unicodeScalars.elementsEqual(right.pattern.unicodeScalars)
  }

  /// Hashes the pattern, consistent with `==`.
  public func hash(into hasher: inout Hasher) {
    for scalar in pattern.unicodeScalars { hasher.combine(scalar) }
  }
}
