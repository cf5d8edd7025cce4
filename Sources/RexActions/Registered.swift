/// Makes a property with a protocol type Codable, by means of a registry of concrete types.
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
///
/// If the whole state of a store has a protocol type, its recorder has the state
/// `Registered<Types>`, and `recorder.middleware` takes the store's state as it is.
@propertyWrapper
public struct Registered<Types: TypeRegistry>: RegisteredValue {
  /// The value.
  public var wrappedValue: Types.Value

  /// Creates a property with this value.
  public init(wrappedValue: Types.Value) { self.wrappedValue = wrappedValue }

  /// Decodes a value by the name of its type.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Types.types.decode(from: decoder)
  }

  /// Encodes the value with the name of its type.
  public func encode(to encoder: any Encoder) throws {
    try Types.types.encode(wrappedValue, to: encoder)
  }
}

extension Registered: Sendable where Types.Value: Sendable {}

/// A value of a protocol type that is encoded with the name of its concrete type: `Registered`.
public protocol RegisteredValue<Value>: Codable {
  /// The protocol type.
  associatedtype Value
  /// The value.
  var wrappedValue: Value { get set }

  /// Creates a registered value.
  init(wrappedValue: Value)
}

/// Provides the registry of a `Registered` property.
public protocol TypeRegistry {
  /// The type of the property, such as `any LoginState`.
  associatedtype Value
  /// The concrete types and their names.
  static var types: ActionRegistry<Value> { get }
}
