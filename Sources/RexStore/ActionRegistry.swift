/// Makes actions behind a protocol Codable, by a stable name for each of their types.
///
///     let phoneActions = ActionRegistry<any PhoneAction>([
///       .type(Login.self) { $0 }, .type(LoginFailure.self, name: "LoginFailed") { $0 },
///     ])
///
/// A recorder and a replayer take it as it is.
///
/// An action is encoded as `{"Login":{…}}`: its name, and what its type encodes. A name stays when
/// the type is renamed.
public struct ActionRegistry<Action>: Sendable {
  /// A type of action and its name.
  public struct Entry: Sendable {
    let name: String
    let type: ObjectIdentifier
    let decode: @Sendable (inout Container, Name) throws -> Action

    typealias Container = KeyedDecodingContainer<Name>

    /// The entry of a type; its name is the type's own if none is given.
    public static func type<Concrete: Codable & SendableMetatype>(
      _ type: Concrete.Type, name: String? = nil, _ erase: @escaping @Sendable (Concrete) -> Action
    ) -> Entry {
      Entry(name: name ?? String(describing: type), type: ObjectIdentifier(type)) {
        container, name in erase(try container.decode(Concrete.self, forKey: name))
      }
    }

    init(
      name: String, type: ObjectIdentifier,
      decode: @escaping @Sendable (inout Container, Name) throws -> Action
    ) {
      (self.name, self.type, self.decode) = (name, type, decode)
    }
  }

  /// A name as a coding key.
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let entriesByName: [String: Entry]
  private let entriesByType: [ObjectIdentifier: Entry]

  /// A registry of these types; neither a name nor a type may occur twice.
  public init(_ entries: [Entry]) {
    entriesByName = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) })
    entriesByType = Dictionary(uniqueKeysWithValues: entries.map { ($0.type, $0) })
  }

  /// The registered names, in alphabetical order.
  public var names: [String] { entriesByName.keys.sorted() }

  /// The name of an action's type; nil when it is not registered.
  public func name(of action: Action) -> String? {
    entriesByType[ObjectIdentifier(Swift.type(of: action as Any))]?.name
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
    var container = try decoder.container(keyedBy: Name.self)
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
    return try entry.decode(&container, key)
  }
}
