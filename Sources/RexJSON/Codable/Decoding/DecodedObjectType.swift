/// The containers of objects, as `DecodedObjectType` sees them.
protocol DecodedObjectContainer<Key>: KeyedDecodingContainerProtocol {
  init(storage: DecodingStorage, opening entry: Int) throws
}

/// The type of the container for a type of keys, found once.
///
/// Naming a generic type and its conformance in generic code asks the runtime for both each time,
/// which takes longer than to decode an integer; opening an existential brings them along.
class DecodedObjectType {
  private static let known = TypeTable<DecodedObjectType>()

  fileprivate init() {}

  /// Opens an object for keys of a type.
  @inline(__always)
  static func open<Key: CodingKey>(
    _ entry: Int, keyedBy type: Key.Type, in storage: DecodingStorage
  ) throws -> KeyedDecodingContainer<Key> {
    let found = known.value(of: type) { Keyed<Key>() }
    // The table has one entry for a type of keys, made by the line above.
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
  }
}
