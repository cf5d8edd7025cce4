public import RexJSON

/// Says which values of a session are secret: by place, by key, by look, or by a condition.
///
///     var rules = RedactionRules.standard
///     rules.paths.append("/user/address")          one place, and all below it
///     rules.paths.append("**/diagnosis")           at any depth
///     rules.keyNames.insert("nickname")            a key, however it is cased
///     rules.shapes.insert(.email)                  a look, wherever it turns up
///
/// A path is one of the state, of an action, or of a mark's data alike.
public struct RedactionRules: Sendable {
  /// Places whose values are secret, with all that is below them.
  public var paths: [PathPattern]
  /// Places of objects whose keys are secret, such as a dictionary by e-mail address.
  public var keyedPaths: [PathPattern]
  /// Keys whose values are secret; compared without case, `_` and `-`.
  public var keyNames: KeyNames
  /// Looks that make a text secret wherever it stands.
  public var shapes: Set<SecretShape>
  /// Longer texts and keys, in bytes of UTF-8, are left out; markers of their size stand there.
  ///
  /// Nil for no limit; 64 where it is less. The marker has a fingerprint of what is left when all
  /// other rules are done.
  public var textBytesMax: Int?
  /// A further condition: whether the value at a place is secret, with all that is below it.
  ///
  /// It should not depend on the indices of arrays, since an insertion moves the elements behind.
  public var isSecret: (@Sendable (JSONPointer, JSON) -> Bool)?

  /// Rules of these parts; none of them redacts nothing.
  public init(
    paths: [PathPattern] = [], keyedPaths: [PathPattern] = [], keyNames: KeyNames = .none,
    shapes: Set<SecretShape> = [], isSecret: (@Sendable (JSONPointer, JSON) -> Bool)? = nil
  ) {
    (self.paths, self.keyedPaths, self.keyNames) = (paths, keyedPaths, keyNames)
    (self.shapes, self.isSecret) = (shapes, isSecret)
  }

  /// No rule: everything is written as it is.
  public static let none = RedactionRules()

  /// Passwords, tokens, keys, card and account numbers, by their usual names and looks.
  ///
  /// They cover what is named or looks as usual, which is no guarantee: name your own places, too.
  public static let standard = RedactionRules(keyNames: .standard, shapes: SecretShape.standard)

  /// Whether there is no rule, so that nothing is covered.
  public var isEmpty: Bool { kinds.isEmpty }

  /// The kinds of rules there are, in words that give no secret away.
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
