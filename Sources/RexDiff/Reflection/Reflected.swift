internal import RexJSON

/// A value that is encoded by reflection, so that its type need not be `Encodable`.
///
/// It is encoded by the encoder's `Reflector`, which an encoder has in its `userInfo`.
package struct Reflected<Value>: Encodable {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package func encode(to encoder: any Encoder) throws {
    try Reflector.of(encoder).plan(for: Value.self).encode(value, to: encoder)
  }
}

/// A `Reflected` of any type.
protocol AnyReflected {
  /// The type of the value.
  static var valueType: Any.Type { get }

  /// Creates the plan with which the state encoder caches such values; nil if it does not.
  static func makeCachePlan(_ reflector: Reflector, _ layouts: inout TypeLayouts) -> AnyObject?
}

extension Reflected: AnyReflected {
  static var valueType: Any.Type { Value.self }

  static func makeCachePlan(
    _ reflector: Reflector, _ layouts: inout TypeLayouts
  ) -> AnyObject? {
    reflector.plan(for: Value.self).makeCachePlan(&layouts)
  }
}

extension CodingUserInfoKey {
  /// The key of an encoder's reflector.
  package static let reflector = CodingUserInfoKey(rawValue: "rexreplay.reflector")
}
