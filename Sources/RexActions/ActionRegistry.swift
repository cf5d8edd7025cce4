/// Makes actions behind a protocol Codable, by a stable name for each of their types.
///
///     let phoneActions = ActionRegistry<any PhoneAction>([
///       .type(Login.self) { $0 }, .type(LoginFailure.self, name: "LoginFailed") { $0 },
///     ])
///
/// A recorder and a replayer take it as it is.
///
/// An action is encoded as `{"Login":{…}}`: its name, and what its type encodes. A name stays when
/// the type is renamed. Types without a chosen name take their own, `Login`; where those of several
/// are the same, each of them takes its full one, `App.Account.Login`. Choose a name for a type
/// before another of the same name comes along, and logs that know it by that name stay readable.
public struct ActionRegistry<Action>: Sendable {
  /// A type of action and its name.
  public struct Entry: Sendable {
    let chosenName: String?
    let type: Any.Type
    let decode: @Sendable (inout Container, Name) throws -> Action

    typealias Container = KeyedDecodingContainer<Name>

    /// The entry of a type, with a name of your choice or the type's own.
    public static func type<Concrete: Codable & SendableMetatype>(
      _ type: Concrete.Type, name: String? = nil, _ erase: @escaping @Sendable (Concrete) -> Action
    ) -> Entry {
      Entry(chosenName: name, type: type) { container, name in
        erase(try container.decode(Concrete.self, forKey: name))
      }
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
  private let namesByType: [ObjectIdentifier: String]

  /// A registry of these types; to choose the same name for two of them is an error of the program.
  ///
  /// A type may occur again under another chosen name, so that logs with an old name are read; the
  /// first of its names is the one that is written.
  public init(_ entries: [Entry]) {
    let named = Self.named(entries)
    entriesByName = Dictionary(uniqueKeysWithValues: named)
    namesByType = Dictionary(named.map { (ObjectIdentifier($1.type), $0) }) { first, _ in first }
  }

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
