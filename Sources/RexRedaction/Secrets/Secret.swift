import RexJSON

/// A value of an app's own type that no log may show.
///
///     struct Account: Codable { @Secret var token: String }
///
/// A recorder that redacts sees its placeholder in place of each text and number. Everywhere else
/// it is encoded and decoded as the value alone. It never describes itself by its value.
@propertyWrapper
public struct Secret<Value> {
  /// The value.
  public var wrappedValue: Value

  /// A secret of this value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Secret: Encodable where Value: Encodable {
  /// Encodes the value; its placeholders while a recorder redacts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let vault = SecretVault.current else { return try container.encode(wrappedValue) }
    try container.encode(vault.covering(JSONDocumentEncoder().encode(wrappedValue)))
  }
}

extension Secret: Decodable where Value: Decodable {
  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A word that tells nothing.
  public var description: String { "secret" }
  /// A word that tells nothing.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretVault {
  /// A value with all that it holds covered, whatever the rules say.
  func covering(_ value: JSON) -> JSON {
    switch value {
    case .null: return value
    case .bool: return .bool(false)
    case .string(let text) where text.isEmpty || Placeholder.isPlaceholder(text): return value
    case .number, .string: return placeholder(for: value)
    case .array(let elements): return .array(elements.map(covering))
    case .object(let members):
      var covered = JSONObject()
      for (key, value) in members { covered[key] = covering(value) }
      return .object(covered)
    }
  }
}
