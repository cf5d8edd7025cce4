public import RexJSON

/// Rules for which values are secret: by path, key name, format, or condition.
///
///     RedactionRules(                               the standard rules, and
///       paths: ["/user/address", "**/diagnosis"],     these paths, with everything below them
///       keyNames: .standard.adding(["nickname"]),     a key, in any case
///       shapes: .standard.adding([.email]))           a format, anywhere in a string
///
/// What you pass adds to the standard rules. To leave those out, use `only`. Paths apply to states,
/// actions and marks' data alike.
public struct RedactionRules: Sendable {
  /// The paths of secret values, including everything below them.
  public var paths: [PathPattern]
  /// The paths of objects whose keys are secret, such as a dictionary by e-mail address.
  public var keyedPaths: [PathPattern]
  /// The names of keys whose values are secret, compared without case, `_`, `-` and spaces.
  public var keyNames: KeyNames
  /// The secret formats, which are found anywhere in a text.
  public var shapes: SecretShapes
  /// The limit on the length of texts and keys, in UTF-8 bytes; a marker replaces a longer one.
  ///
  /// Nil for no limit; values below 64 count as 64. The marker contains the size and a fingerprint
  /// of the text, after all other rules were applied.
  public var textBytesMax: Int?
  /// A further condition, which returns whether a text, number or Boolean is secret.
  ///
  /// It receives the names of the keys above the value, as in the log and without indices, and the
  /// value. For the same names and value, it has to return the same.
  public var isSecret: LeafCondition?

  /// A condition on a text, number or Boolean, and on the names of the keys above it.
  public typealias LeafCondition = @Sendable (_ names: [String], _ leaf: JSON) -> Bool

  /// Creates the standard rules, with these paths and this condition in addition.
  ///
  /// To change the key names and formats, say what happens to the standard ones:
  /// `keyNames: .standard.adding(["nickname"])`, `shapes: .only([.card])` or `keyNames: .none`.
  public init(
    paths: [PathPattern] = [], keyedPaths: [PathPattern] = [], keyNames: KeyNames = .standard,
    shapes: SecretShapes = .standard, isSecret: LeafCondition? = nil
  ) {
    (self.paths, self.keyedPaths, self.keyNames) = (paths, keyedPaths, keyNames)
    (self.shapes, self.isSecret) = (shapes, isSecret)
  }

  /// Returns rules without the standard ones: passwords and tokens are recorded as they are.
  public static func only(
    paths: [PathPattern] = [], keyedPaths: [PathPattern] = [], keyNames: KeyNames = .none,
    shapes: SecretShapes = .none, isSecret: LeafCondition? = nil
  ) -> RedactionRules {
    RedactionRules(
      paths: paths, keyedPaths: keyedPaths, keyNames: keyNames, shapes: shapes, isSecret: isSecret)
  }

  /// Empty rules: nothing is redacted.
  public static let none = only()

  /// Rules for passwords, tokens, keys, card and account numbers, by usual names and formats.
  ///
  /// They cannot find every secret: add rules for the secret values of your app.
  public static let standard = RedactionRules()

  /// Whether there are no rules, so that nothing is redacted.
  public var isEmpty: Bool { kinds.isEmpty }

  /// Whether a rule depends on the path of a value, so that it cannot be applied to free text.
  package var dependsOnPaths: Bool { !paths.isEmpty || !keyedPaths.isEmpty || isSecret != nil }

  /// The names of the kinds of rules in use, without any content that could be secret.
  public var kinds: [String] {
    var kinds: [String] = []
    if !paths.isEmpty { kinds.append("paths") }
    if !keyedPaths.isEmpty { kinds.append("keyed paths") }
    if !keyNames.isEmpty { kinds.append("keys") }
    kinds += SecretShape.allCases.filter(shapes.contains).map(\.rawValue)
    if isSecret != nil { kinds.append("condition") }
    if textBytesMax != nil { kinds.append("long texts") }
    return kinds
  }
}
