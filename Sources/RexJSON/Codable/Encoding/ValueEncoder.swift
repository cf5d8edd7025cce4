/// The encoder of one value, which fills a node of the tree.
struct ValueEncoder: Encoder {
  let storage: EncodingStorage
  let node: Int32

  var codingPath: [any CodingKey] { storage.codingPath(of: node) }

  var userInfo: [CodingUserInfoKey: Any] { storage.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    EncodedObjectType.open(node, keyedBy: type, in: storage)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ArrayContainer(storage: storage, opening: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueContainer(storage: storage, node: node)
  }
}

/// Its generic `encode` implements the protocol's methods for all primitive types.
private struct ValueContainer: SingleValueEncodingContainer {
  let storage: EncodingStorage
  let node: Int32

  var codingPath: [any CodingKey] { storage.codingPath(of: node) }

  func encodeNil() throws { storage.encodeNil(as: node) }

  func encode<T: Encodable>(_ value: T) throws { try storage.encode(value, as: node) }
}

struct EncodedObject<Key: CodingKey>: EncodedObjectContainer {
  let storage: EncodingStorage
  let node: Int32

  var codingPath: [any CodingKey] { storage.codingPath(of: node) }

  @inline(__always)
  private func member(_ key: String) -> Int32 { storage.addMember(key, to: node) }

  @inline(__always)
  private func container(_ key: String) -> Int32 { storage.addContainer(key, to: node) }

  @inline(__always)
  func encodeNil(forKey key: Key) throws { storage.encodeNil(as: member(key.stringValue)) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try storage.encode(value, as: member(key.stringValue))
  }

  @inline(__always)
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    EncodedObjectType.open(container(key.stringValue), keyedBy: type, in: storage)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ArrayContainer(storage: storage, opening: container(key.stringValue))
  }

  func superEncoder() -> any Encoder {
    ValueEncoder(storage: storage, node: member("super"))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    ValueEncoder(storage: storage, node: member(key.stringValue))
  }
}

private struct ArrayContainer: UnkeyedEncodingContainer {
  let storage: EncodingStorage
  let node: Int32

  init(storage: EncodingStorage, opening node: Int32) {
    self.storage = storage
    self.node = storage.tree.pointee.open(node, as: .array)
  }

  var codingPath: [any CodingKey] { storage.codingPath(of: node) }

  var count: Int { Int(storage.tree.pointee.nodes[Int(node)].childCount) }

  @inline(__always)
  private func element() -> Int32 { storage.addElement(to: node) }

  func encodeNil() throws { storage.encodeNil(as: element()) }

  func encode<T: Encodable>(_ value: T) throws { try storage.encode(value, as: element()) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    EncodedObjectType.open(element(), keyedBy: type, in: storage)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ArrayContainer(storage: storage, opening: element())
  }

  func superEncoder() -> any Encoder { ValueEncoder(storage: storage, node: element()) }
}

/// For 128-bit integers, the generic methods are not enough: the standard library's defaults, which
/// throw, would be used instead.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ValueContainer {
  func encode(_ value: Int128) throws { try storage.encode(value, as: node) }

  func encode(_ value: UInt128) throws { try storage.encode(value, as: node) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension EncodedObject {
  func encode(_ value: Int128, forKey key: Key) throws {
    try storage.encode(value, as: member(key.stringValue))
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try storage.encode(value, as: member(key.stringValue))
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ArrayContainer {
  func encode(_ value: Int128) throws { try storage.encode(value, as: element()) }

  func encode(_ value: UInt128) throws { try storage.encode(value, as: element()) }
}

extension Encoder {
  /// Encodes a value that is secret by itself; returns false if this is not one of our encoders.
  ///
  /// If the encoder redacts, it replaces everything in the value.
  package func encodeSecret<T: Encodable>(_ value: T) throws -> Bool {
    guard let encoder = self as? ValueEncoder else { return false }
    try encoder.storage.encodeSecret(value, as: encoder.node)
    return true
  }
}

/// The order of a container's children, where the order of encoding has no meaning.
package enum ContentOrder {
  /// By the bytes of the keys of an object.
  case byKey
  /// By the bytes of the elements of an array.
  case byContent
  /// By the bytes of each two elements of an array, a key and a value.
  case byPair
}

extension Encoder {
  /// Orders the children of the container that this encoder has opened, if it is one of ours.
  package func order(_ order: ContentOrder) {
    guard let encoder = self as? ValueEncoder else { return }
    encoder.storage.tree.pointee.nodes[Int(encoder.node)].order =
      switch order {
      case .byKey: .byKey
      case .byContent: .byContent
      case .byPair: .byPair
      }
  }
}
