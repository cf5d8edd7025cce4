/// Makes the values of a protocol type Codable, with a stable name for each concrete type.
///
///     let phoneActions: ActionRegistry<any PhoneAction> = [Login.self, LoginFailure.self]
///
/// Pass a registry of actions to the recorder and the replayer. For parts of a state, use it with
/// `Registered`.
///
/// A value is encoded as `{"Login":{…}}`: its type's name, and the encoded value. A type's default
/// name is its own, `Login`; if several types have the same name, each also has its parent's name,
/// `Account.Login`, and its module's only if that is the same, too. All these forms are decoded,
/// with any module. Before you rename a type, register it with its current name in `names`, so that
/// existing logs stay readable.
///
/// A registry of an optional protocol type, `ActionRegistry<(any LoginState)?>`, encodes nil as
/// `null`.
///
/// The compiler cannot check whether a type conforms to the protocol. A type that does not is never
/// encoded, and decoding it throws.
public struct ActionRegistry<Action>: Sendable, ExpressibleByArrayLiteral {
  /// A type that can be registered: Codable, with metadata that can be shared between threads.
  public typealias Registrable = any (Codable & SendableMetatype).Type

  struct Entry: Sendable {
    let chosenName: String?
    let type: Registrable
  }

  /// A type's name as a coding key.
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let entriesByName: [String: Entry]
  /// Further names by which types are decoded.
  private let qualifiedNames: [String: Entry]
  private let namesByType: [ObjectIdentifier: String]

  /// Creates a registry of types with their default names, and of types with chosen names.
  ///
  ///     ActionRegistry<any PhoneAction>([Login.self], names: ["LoginFailed": LoginFailure.self])
  ///
  /// A type in both is encoded with its default name and decoded by either, so that logs with an
  /// old name stay readable. Of several chosen names, the first is used for encoding. Choosing the
  /// same name for two types is a programming error.
  ///
  /// - Parameters:
  ///   - types: The types with default names.
  ///   - names: The chosen names, and their types.
  public init(
    _ types: [Registrable] = [], names: KeyValuePairs<String, Registrable> = [:]
  ) {
    let named = Self.named(
      types.map { Entry(chosenName: nil, type: $0) }
        + names.map { Entry(chosenName: $0, type: $1) })
    entriesByName = Dictionary(uniqueKeysWithValues: named)
    qualifiedNames = Self.qualifiedNames(of: named)
    namesByType = Dictionary(named.map { (ObjectIdentifier($1.type), $0) }) { first, _ in first }
  }

  /// Creates a registry of types with their default names.
  public init(arrayLiteral types: Registrable...) { self.init(types) }

  /// The registered names, in alphabetical order.
  public var names: [String] { entriesByName.keys.sorted() }

  /// Returns the name of an action's type; nil if it is not registered.
  public func name(of action: Action) -> String? {
    contents(of: action).flatMap { namesByType[ObjectIdentifier(Swift.type(of: $0))] }
  }

  /// Returns the name that earlier versions gave an action's type, with its module; nil if it has
  /// the same name as before.
  package func formerName(of action: Action) -> String? {
    guard let name = name(of: action), let value = contents(of: action) else { return nil }
    let full = Self.fullName(of: Swift.type(of: value))
    // A nested or shared name has had the module before it.
    let isQualified = name == Self.withoutModule(full) && qualifiedNames[name] != nil
    return isQualified ? full : nil
  }

  private func entry(named name: String) -> Entry? {
    entriesByName[name] ?? qualifiedNames[name] ?? qualifiedNames[Self.withoutModule(name)]
  }

  /// Encodes an action as an object whose only key is its name.
  ///
  /// Throws `EncodingError.invalidValue` for an action whose type is not registered.
  public func encode(_ action: Action, to encoder: any Encoder) throws {
    guard let value = contents(of: action) else {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    guard let name = name(of: action), let encodable = value as? any Encodable else {
      let type = Swift.type(of: value)
      throw EncodingError.invalidValue(
        action,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "\(type) is not registered; add \(type).self to the ActionRegistry"))
    }
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(encodable, forKey: Name(stringValue: name))
  }

  /// Decodes an action; if its name is not registered, the error lists the names that are.
  public func decode(from decoder: any Decoder) throws -> Action {
    if let optional = Action.self as? any OptionalValue.Type,
      try decoder.singleValueContainer().decodeNil(), let none = optional.none as? Action
    {
      return none
    }
    let container = try decoder.container(keyedBy: Name.self)
    guard container.allKeys.count == 1, let key = container.allKeys.first,
      let entry = entry(named: key.stringValue)
    else {
      let error = UnregisteredName(
        found: container.allKeys.map(\.stringValue).sorted(), known: names)
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
    let value = try container.decode(entry.type, forKey: key)
    guard let action = value as? Action else {
      throw DecodingError.typeMismatch(
        Action.self,
        .init(
          codingPath: container.codingPath + [key],
          debugDescription: "\(entry.type) is registered, but is not a \(Action.self)"))
    }
    return action
  }
}

/// The value in an action; nil if its type is optional and it is nil.
private func contents<Action>(of action: Action) -> Any? {
  guard let optional = action as? any OptionalValue else { return action }
  return optional.contents
}

/// An optional, whatever it wraps.
private protocol OptionalValue {
  static var none: Self { get }
  var contents: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var contents: Any? { map { $0 } }
}

/// The underlying error for an action whose name is not registered.
package struct UnregisteredName: Error, CustomStringConvertible {
  /// The names found: one, unless the action has another form.
  package let found: [String]
  /// The registered names, in alphabetical order.
  package let known: [String]

  package var description: String {
    "no action is named \(found.joined(separator: ", ")); "
      + "there are \(known.joined(separator: ", "))"
  }
}
