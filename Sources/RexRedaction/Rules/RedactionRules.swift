public import RexJSON

/// Rules for which values are secret: by path, key name, format, or condition.
///
///     var rules = RedactionRules.standard
///     rules.paths.append("/user/address")          one path, and everything below it
///     rules.paths.append("**/diagnosis")           at any depth
///     rules.keyNames.insert("nickname")            a key, in any case
///     rules.shapes.insert(.email)                  a format, anywhere in a string
///
/// Paths apply to states, actions and marks' data alike.
public struct RedactionRules: Sendable {
  /// The paths of secret values, including everything below them.
  public var paths: [PathPattern]
  /// The paths of objects whose keys are secret, such as a dictionary by e-mail address.
  public var keyedPaths: [PathPattern]
  /// The names of keys whose values are secret, compared without case, `_`, `-` and spaces.
  public var keyNames: KeyNames
  /// The secret formats, which are found anywhere in a text.
  public var shapes: Set<SecretShape>
  /// The limit on the length of texts and keys, in UTF-8 bytes; a marker replaces a longer one.
  ///
  /// Nil for no limit; values below 64 count as 64. The marker contains the size and a fingerprint
  /// of the text, after all other rules were applied.
  public var textBytesMax: Int?
  /// A further condition, which returns whether a value is secret, with everything below it.
  ///
  /// It should not depend on array indices, since an insertion moves the elements after it.
  public var isSecret: (@Sendable (JSONPointer, JSON) -> Bool)?

  /// Creates rules; without arguments, nothing is redacted.
  public init(
    paths: [PathPattern] = [], keyedPaths: [PathPattern] = [], keyNames: KeyNames = .none,
    shapes: Set<SecretShape> = [], isSecret: (@Sendable (JSONPointer, JSON) -> Bool)? = nil
  ) {
    (self.paths, self.keyedPaths, self.keyNames) = (paths, keyedPaths, keyNames)
    (self.shapes, self.isSecret) = (shapes, isSecret)
  }

  /// Empty rules: nothing is redacted.
  public static let none = RedactionRules()

  /// Rules for passwords, tokens, keys, card and account numbers, by usual names and formats.
  ///
  /// They cannot find every secret: add rules for the secret values of your app.
  public static let standard = RedactionRules(keyNames: .standard, shapes: SecretShape.standard)

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
