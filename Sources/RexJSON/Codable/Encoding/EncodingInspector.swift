/// Looks once at the values of each type that its own `encode(to:)` encodes.
package protocol EncodingInspector: AnyObject, Sendable {
  /// Whether values of a type are still to be looked at.
  func needs(_ type: Any.Type) -> Bool

  /// Looks at a value; `members` are the names that it wrote, or nil if it wrote no object.
  func inspect<Value>(_ value: Value, members: [String]?)
}

extension CodingUserInfoKey {
  /// The key of an encoder's inspector.
  package static let inspector = CodingUserInfoKey(rawValue: "rexreplay.inspector")
}
