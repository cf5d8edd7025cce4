import RexJSON

/// The container of an object, as used by `DecodedObjectType`.
protocol DecodedObjectContainer<Key>: KeyedDecodingContainerProtocol {
  init(storage: DecodingStorage, opening entry: Int) throws
}

/// The type of the keyed container for a type of keys, created once; see `EncodedObjectType`.
class DecodedObjectType {
  private static let known = TypeObjects()

  private let keys: any CodingKey.Type

  fileprivate init(keys: any CodingKey.Type) { self.keys = keys }

  /// Returns a container of an object, for keys of a type.
  @inline(__always)
  static func open<Key: CodingKey>(
    _ entry: Int, keyedBy type: Key.Type, in storage: DecodingStorage
  ) throws -> KeyedDecodingContainer<Key> {
    // Only this closure makes objects, and each type of keys has one subclass.
    let found = unsafeDowncast(
      known.object(of: type) { Keyed<Key>() }, to: DecodedObjectType.self)
    precondition(found.keys == Key.self, "a container is for its own type of keys")
    return try open(entry, as: unsafeDowncast(found, to: Keyed<Key>.self).container, in: storage)
  }

  @inline(__always)
  private static func open<Container: DecodedObjectContainer>(
    _ entry: Int, as type: Container.Type, in storage: DecodingStorage
  ) throws -> KeyedDecodingContainer<Container.Key> {
    KeyedDecodingContainer(try Container(storage: storage, opening: entry))
  }

  private final class Keyed<Key: CodingKey>: DecodedObjectType {
    let container: any DecodedObjectContainer<Key>.Type = DecodedObject<Key>.self

    init() { super.init(keys: Key.self) }
  }
}
