/// The secret formats to look for.
///
///     .standard                      all except `email` and `phone`
///     .standard.adding([.email])
///     .only([.card, .iban])
///     .none
///
/// It is not written as a list, such as `[.email]`, which would not say what happens to the others.
public struct SecretShapes: Sendable, Equatable {
  private var shapes: Set<SecretShape>

  /// The default formats: all except `email` and `phone`.
  public static let standard = only([.jwt, .key, .bearer, .card, .iban, .assignment])

  /// No formats.
  public static let none = only([])

  /// Returns exactly these formats, without the standard ones.
  public static func only(_ shapes: Set<SecretShape>) -> SecretShapes {
    SecretShapes(shapes: shapes)
  }

  /// Returns these formats and more.
  public func adding(_ shapes: Set<SecretShape>) -> SecretShapes {
    .only(self.shapes.union(shapes))
  }

  /// Adds a format.
  public mutating func insert(_ shape: SecretShape) { shapes.insert(shape) }

  /// Returns whether a format is looked for.
  public func contains(_ shape: SecretShape) -> Bool { shapes.contains(shape) }

  /// Whether there are no formats.
  public var isEmpty: Bool { shapes.isEmpty }
}
