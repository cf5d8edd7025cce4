/// What is shown of the values of one type where a value is encoded by reflection.
///
///     configuration.shapes = [
///       .showing(Cart.self) { $0.lines },
///       .leavingOut(ImageCache.self),
///     ]
///
/// For a type that is a class, its instances are followed to what the function returns of them.
public struct ReflectionShape: Sendable {
  /// The type; nil for the types of a library, which are known by their names.
  let type: ObjectIdentifier?
  /// Returns what is shown of a value; nil if it is left out.
  let show: (@Sendable (Any) -> Any?)?
  /// Whether the type is a property wrapper, which is shown under the property's own name.
  let isWrapper: Bool

  init(
    type: ObjectIdentifier? = nil, isWrapper: Bool = false,
    show: (@Sendable (Any) -> Any?)?
  ) {
    (self.type, self.isWrapper, self.show) = (type, isWrapper, show)
  }

  /// Shows of each value what a function returns; nil is shown as null.
  ///
  /// What it returns is encoded by its own `encode(to:)`, or by reflection.
  public static func showing<Value>(
    _ type: Value.Type, as show: @escaping @Sendable (Value) -> Any?
  ) -> ReflectionShape {
    ReflectionShape(type: ObjectIdentifier(type)) { value in (value as? Value).flatMap(show) }
  }

  /// Leaves the values of a type out.
  public static func leavingOut<Value>(_ type: Value.Type) -> ReflectionShape {
    ReflectionShape(type: ObjectIdentifier(type), show: nil)
  }
}

/// The shapes of an app, and those of libraries.
struct ReflectionShapes {
  private let byType: [ObjectIdentifier: ReflectionShape]
  private static let byName = Dictionary(
    LibraryShape.all.flatMap { row in row.types.map { ($0, row.shape) } },
    uniquingKeysWith: { first, _ in first })

  init(_ shapes: [ReflectionShape]) {
    var byType: [ObjectIdentifier: ReflectionShape] = [:]
    for shape in shapes {
      if let type = shape.type { byType[type] = shape }
    }
    self.byType = byType
  }

  func shape(of type: Any.Type) -> ReflectionShape? {
    if let shape = byType[ObjectIdentifier(type)] { return shape }
    return Self.byName[Self.nameWithoutArguments(of: type)]
  }

  private static func nameWithoutArguments(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    guard name.hasSuffix(">") else { return name }
    var depth = 0
    let start = name.lastIndex { character in
      if character == ">" { depth += 1 }
      if character == "<" { depth -= 1 }
      return character == "<" && depth == 0
    }
    return start.map { String(name[..<$0]) } ?? name
  }
}
