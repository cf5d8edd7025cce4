import RexJSON

/// Marks a property of an app's type as secret, so that no log contains its value.
///
///     struct Account: Codable { @Secret var token: String }
///
/// It is encoded and decoded like the value itself, except that a recorder with redaction encodes a
/// placeholder. Its description never contains the value.
@propertyWrapper
public struct Secret<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Creates a secret.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Secret: SecretValue {
  package var anyValue: Any { wrappedValue }
}

extension Secret: Encodable where Value: Encodable {
  /// Encodes the value, or its placeholders for a recorder with redaction.
  public func encode(to encoder: any Encoder) throws {
    if try encoder.encodeSecret(wrappedValue) { return }
    var container = encoder.singleValueContainer()
    guard let redactor = SecretEncoding.current else { return try container.encode(wrappedValue) }
    try container.encode(redactor.redacting(JSONDocumentEncoder().encode(wrappedValue)))
  }
}

extension Secret: Decodable where Value: Decodable {
  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }
}

/// A secret optional may be missing, like any optional, and nil is not encoded.
///
/// The code that Swift synthesizes for a type calls these methods for its properties of this type.
/// Otherwise, marking a property would change the type's encoding.
extension KeyedDecodingContainer {
  /// Decodes a secret; nil if it is missing or null.
  public func decode<Value: Decodable>(
    _ type: Secret<Value?>.Type, forKey key: Key
  ) throws -> Secret<Value?> {
    Secret(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes a secret, unless it is nil.
  public mutating func encode<Value: Encodable>(
    _ secret: Secret<Value?>, forKey key: Key
  ) throws {
    guard let value = secret.wrappedValue else { return }
    try encode(Secret<Value>(wrappedValue: value), forKey: key)
  }
}

extension Secret where Value: ExpressibleByNilLiteral {
  /// Creates a secret that is nil, as for an optional property without a value.
  public init() { self.init(wrappedValue: nil) }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The word "secret".
  public var description: String { "secret" }
  /// The word "secret".
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Encodes `Secret` values as placeholders even in another encoder that the app uses while one of
/// its values is recorded, for example to store JSON in a property.
private struct SecretEncoding: Sendable {
  let placeholders: KeyedPlaceholders

  @TaskLocal static var current: SecretEncoding?

  /// Returns a value with everything in it redacted.
  func redacting(_ value: JSON) -> JSON {
    let redactor = Redactor(rules: .none, placeholders: placeholders)
    return redactor.redacted(value, in: redactor.secretScope(in: redactor.rootScope)) ?? value
  }
}

extension Redactor {
  /// Calls a closure in which the app encodes values, perhaps with encoders of its own.
  package func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try SecretEncoding.$current.withValue(SecretEncoding(placeholders: placeholders)) {
      try body()
    }
  }
}
