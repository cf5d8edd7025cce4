/// The types of coding keys with which dictionaries encode themselves as objects.
///
/// They are private to the standard library, so they are found without their names: each kind of
/// dictionary is encoded once, by an encoder that notes the type of the keys.
enum DictionaryKeys {
  private static let types: Set<ObjectIdentifier> = {
    let probe = KeyTypeProbe()
    for dictionary in [[String: Int](), [Int: Int](), [Name: Int]()] as [any Encodable] {
      try? dictionary.encode(to: probe)
    }
    return probe.types
  }()

  /// Returns whether a type is that of a dictionary's keys.
  static func contains(_ type: any CodingKey.Type) -> Bool {
    types.contains(ObjectIdentifier(type))
  }

  private struct Name: Hashable, Encodable, CodingKeyRepresentable {
    var codingKey: any CodingKey { PathKey("") }

    init?(codingKey: some CodingKey) {}
  }
}

/// Notes the types of keys for which containers are requested; what they encode is dropped.
private final class KeyTypeProbe: Encoder {
  private(set) var types: Set<ObjectIdentifier> = []
  private let storage = EncodingStorage(userInfo: [:], redactor: nil)

  var codingPath: [any CodingKey] { [] }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    types.insert(ObjectIdentifier(type))
    return KeyedEncodingContainer(EncodedObject<Key>(storage: storage, node: 0))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { dropping.unkeyedContainer() }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    dropping.singleValueContainer()
  }

  private var dropping: ValueEncoder { ValueEncoder(storage: storage, node: 0) }
}
