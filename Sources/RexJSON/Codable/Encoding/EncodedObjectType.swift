/// The container of an object, as used by `EncodedObjectType`.
protocol EncodedObjectContainer<Key>: KeyedEncodingContainerProtocol {
  init(storage: EncodingStorage, node: Int32)
}

/// The type of the keyed container for a type of keys, created once per type.
///
/// In generic code, each use of `EncodedObject<Key>` would look up the type and its conformance at
/// run time, which takes longer than encoding an integer. An opened existential has both.
class EncodedObjectType {
  private static let known = TypeTable<EncodedObjectType>()

  private let keys: any CodingKey.Type
  private let isDictionaryKeys: Bool

  fileprivate init(keys: any CodingKey.Type) {
    self.keys = keys
    isDictionaryKeys = DictionaryKeys.contains(keys)
  }

  /// Returns a container of an object, for keys of a type.
  @inline(__always)
  static func open<Key: CodingKey>(
    _ node: Int32, keyedBy type: Key.Type, in storage: EncodingStorage
  ) -> KeyedEncodingContainer<Key> {
    let found = known.value(of: type) { Keyed<Key>() }
    let object = storage.tree.pointee.open(node, as: .object)
    if found.isDictionaryKeys { storage.tree.pointee.nodes[Int(object)].order = .byKey }
    // Each type of keys has one subclass.
    precondition(found.keys == Key.self, "a container is for its own type of keys")
    return open(object, as: unsafeDowncast(found, to: Keyed<Key>.self).container, in: storage)
  }

  @inline(__always)
  private static func open<Container: EncodedObjectContainer>(
    _ object: Int32, as type: Container.Type, in storage: EncodingStorage
  ) -> KeyedEncodingContainer<Container.Key> {
    KeyedEncodingContainer(Container(storage: storage, node: object))
  }

  private final class Keyed<Key: CodingKey>: EncodedObjectType {
    let container: any EncodedObjectContainer<Key>.Type = EncodedObject<Key>.self

    init() { super.init(keys: Key.self) }
  }
}
