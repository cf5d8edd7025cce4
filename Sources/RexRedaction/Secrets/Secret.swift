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

extension Secret: Encodable where Value: Encodable {
  /// Encodes the value, or its placeholders for a recorder with redaction.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let redaction = SecretEncoding.current else { return try container.encode(wrappedValue) }
    try container.encode(
      redaction.redacting(JSONDocumentEncoder(inside: encoder).encode(wrappedValue)))
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

/// Encodes the `Secret` values of a session as placeholders.
package final class SecretEncoding: Sendable {
  private let vault: SecretVault
  private let keyNames: KeyNames

  /// Creates the encoding; values that are one of the key names are not searched for elsewhere.
  package init(_ vault: SecretVault, keyNames: KeyNames) {
    (self.vault, self.keyNames) = (vault, keyNames)
  }

  @TaskLocal fileprivate static var current: SecretEncoding?

  /// Runs a body during which every `Secret` is encoded as its placeholder.
  package func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try SecretEncoding.$current.withValue(self) { try body() }
  }

  /// Returns a value with everything in it redacted, regardless of the rules.
  fileprivate func redacting(_ value: JSON) -> JSON {
    switch value {
    case .null: return value
    case .bool: return .bool(false)
    case .string(let text) where text.isEmpty || Placeholder.isPlaceholder(text): return value
    case .number, .string:
      return vault.placeholder(forWhole: value, keyNames: keyNames, isEncodedAgain: true)
    case .array(let elements): return .array(elements.map(redacting))
    case .object(let members):
      var redacted = JSONObject()
      for (key, value) in members { redacted[key] = redacting(value) }
      return .object(redacted)
    }
  }
}
