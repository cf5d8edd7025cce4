/// Makes values behind a protocol Codable, by a stable name for each of their types.
///
///     let phoneActions: ActionRegistry<any PhoneAction> = [Login.self, LoginFailure.self]
///
/// A recorder and a replayer take it as it is, for actions; `Registered` takes it for parts of a
/// state.
///
/// A value is encoded as `{"Login":{…}}`: its name, and what its type encodes. Types take their own
/// names, `Login`; where those of several are the same, each of them takes its full one,
/// `App.Account.Login`. Choose a name for a type before another of the same name comes along, or
/// when it is renamed, and logs that know it by that name stay readable.
///
/// The compiler cannot tell whether a type has the protocol. One that has not is never encoded, and
/// decoding it throws.
public struct ActionRegistry<Action>: Sendable, ExpressibleByArrayLiteral {
  /// A type that can be registered.
  public typealias Registrable = any (Codable & SendableMetatype).Type

  /// A type of action and its name.
  struct Entry: Sendable {
    let chosenName: String?
    let type: Registrable
  }

  /// A name as a coding key.
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let entriesByName: [String: Entry]
  private let namesByType: [ObjectIdentifier: String]

  /// A registry of types that take their own names, and of types with chosen names.
  ///
  ///     ActionRegistry<any PhoneAction>([Login.self], names: ["LoginFailed": LoginFailure.self])
  ///
  /// A type that stands in both is written by its own name and read by either, so that logs with
  /// an old name are read. Of several chosen names, the first is the one that is written. To choose
  /// the same name for two types is an error of the program.
  public init(
    _ types: [Registrable] = [], names: KeyValuePairs<String, Registrable> = [:]
  ) {
    let named = Self.named(
      types.map { Entry(chosenName: nil, type: $0) }
        + names.map { Entry(chosenName: $0, type: $1) })
    entriesByName = Dictionary(uniqueKeysWithValues: named)
    namesByType = Dictionary(named.map { (ObjectIdentifier($1.type), $0) }) { first, _ in first }
  }

  /// A registry of types that take their own names.
  public init(arrayLiteral types: Registrable...) { self.init(types) }

  /// The registered names, in alphabetical order.
  public var names: [String] { entriesByName.keys.sorted() }

  /// The name of an action's type; nil when it is not registered.
  public func name(of action: Action) -> String? {
    namesByType[ObjectIdentifier(Swift.type(of: action as Any))]
  }

  /// Encodes an action as an object whose only key is its name.
  ///
  /// Throws `EncodingError.invalidValue` for an action whose type is not registered.
  public func encode(_ action: Action, to encoder: any Encoder) throws {
    guard let name = name(of: action), let encodable = action as? any Encodable else {
      throw EncodingError.invalidValue(
        action,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "\(Swift.type(of: action as Any)) is not a registered action"))
    }
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(encodable, forKey: Name(stringValue: name))
  }

  /// Decodes an action; the error for an unknown name tells the names there are.
  public func decode(from decoder: any Decoder) throws -> Action {
    let container = try decoder.container(keyedBy: Name.self)
    guard container.allKeys.count == 1, let key = container.allKeys.first,
      let entry = entriesByName[key.stringValue]
    else {
      let found = container.allKeys.map(\.stringValue).sorted().joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription:
            "no action is named \(found); there are \(names.joined(separator: ", "))"
        ))
    }
    let value = try container.decode(entry.type, forKey: key)
    guard let action = value as? Action else {
      throw DecodingError.typeMismatch(
        Action.self,
        .init(
          codingPath: container.codingPath + [key],
          debugDescription: "\(entry.type) is registered, but is no \(Action.self)"))
    }
    return action
  }
}
