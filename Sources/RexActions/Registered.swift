/// Holds a value behind a protocol in a Codable state, written down by a registry of its types.
///
///     enum LoginStates: TypeRegistry {
///       static let types: ActionRegistry<any LoginState> = [LoggedOut.self, LoggedIn.self]
///     }
///
///     struct PhoneState: Codable, Sendable {
///       @Registered<LoginStates> var login: any LoginState = LoggedOut()
///     }
///
/// The property is encoded as `"login":{"LoggedOut":{…}}`.
@propertyWrapper
public struct Registered<Types: TypeRegistry>: Codable {
  /// The value.
  public var wrappedValue: Types.Value

  /// Holds this value.
  public init(wrappedValue: Types.Value) { self.wrappedValue = wrappedValue }

  /// Decodes a value by its type's name.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Types.types.decode(from: decoder)
  }

  /// Encodes the value by its type's name.
  public func encode(to encoder: any Encoder) throws {
    try Types.types.encode(wrappedValue, to: encoder)
  }
}

extension Registered: Sendable where Types.Value: Sendable {}

/// Says which types stand behind a protocol, for `Registered`.
public protocol TypeRegistry {
  /// What the types have in common, such as `any LoginState`.
  associatedtype Value
  /// The types and their names.
  static var types: ActionRegistry<Value> { get }
}
