import RexJSON

/// The decoder of one value, given by its entry in the index.
struct ValueDecoder: Decoder {
  let storage: DecodingStorage
  let entry: Int

  var codingPath: [any CodingKey] { storage.codingPath(of: entry) }

  var userInfo: [CodingUserInfoKey: Any] { storage.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try DecodedObjectType.open(entry, keyedBy: type, in: storage)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try ArrayContainer(storage: storage, opening: entry)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ValueContainer(storage: storage, entry: entry)
  }
}

/// Its generic `decode` implements the protocol's methods for all primitive types.
private struct ValueContainer: SingleValueDecodingContainer {
  let storage: DecodingStorage
  let entry: Int

  var codingPath: [any CodingKey] { storage.codingPath(of: entry) }

  func decodeNil() -> Bool { storage.kind(of: entry) == .null }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try storage.decode(type, at: entry) }
}

struct DecodedObject<Key: CodingKey>: DecodedObjectContainer {
  let storage: DecodingStorage
  let object: Int

  init(storage: DecodingStorage, opening entry: Int) throws {
    guard storage.kind(of: entry) == .object else {
      throw storage.mismatch([String: Any].self, at: entry)
    }
    self.storage = storage
    object = entry
  }

  var codingPath: [any CodingKey] { storage.codingPath(of: object) }

  var allKeys: [Key] { storage.keys(ofObject: object, as: Key.self) }

  func contains(_ key: Key) -> Bool { storage.peek(key.stringValue, inObject: object) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let entry = storage.peek(key.stringValue, inObject: object) else {
      throw storage.missing(key, inObject: object)
    }
    return storage.kind(of: entry) == .null
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try storage.decode(type, at: value(key))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let entry = find(key), storage.kind(of: entry) != .null else { return nil }
    return try storage.decode(type, at: entry)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try DecodedObjectType.open(value(key), keyedBy: type, in: storage)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ArrayContainer(storage: storage, opening: value(key))
  }

  func superDecoder() throws -> any Decoder {
    let entry = storage.value(of: "super", inObject: object)
    return ValueDecoder(storage: storage, entry: entry ?? DecodingStorage.absent)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ValueDecoder(storage: storage, entry: find(key) ?? DecodingStorage.absent)
  }

  @inline(__always)
  private func find(_ key: Key) -> Int? {
    storage.value(of: key.stringValue, inObject: object)
  }

  @inline(__always)
  private func value(_ key: Key) throws -> Int {
    if let entry = find(key) { return entry }
    throw storage.missing(key, inObject: object)
  }
}

private struct ArrayContainer: UnkeyedDecodingContainer {
  let storage: DecodingStorage
  let array: Int
  private var entry: Int
  private(set) var currentIndex = 0

  init(storage: DecodingStorage, opening entry: Int) throws {
    guard storage.kind(of: entry) == .array else { throw storage.mismatch([Any].self, at: entry) }
    self.storage = storage
    array = entry
    self.entry = entry + 1
  }

  var codingPath: [any CodingKey] { storage.codingPath(of: array) }

  var count: Int? { Int(storage.entry(array).length) }

  var isAtEnd: Bool { currentIndex >= Int(storage.entry(array).length) }

  mutating func decodeNil() throws -> Bool {
    guard storage.kind(of: try element(Any?.self)) == .null else { return false }
    advance()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try decodeElement(type) }

  @inline(__always)
  private mutating func decodeElement<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try storage.decode(type, at: element(type))
    advance()
    return value
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    if isAtEnd { return nil }
    return try decodeNil() ? nil : decode(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try DecodedObjectType.open(
      element(KeyedDecodingContainer<NestedKey>.self), keyedBy: type, in: storage)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try ArrayContainer(
      storage: storage, opening: element((any UnkeyedDecodingContainer).self))
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = ValueDecoder(storage: storage, entry: try element((any Decoder).self))
    advance()
    return decoder
  }

  @inline(__always)
  private func element(_ type: Any.Type) throws -> Int {
    guard isAtEnd else { return entry }
    throw storage.endOfArray(type, array: array, index: currentIndex)
  }

  @inline(__always)
  private mutating func advance() {
    entry = Int(storage.entry(entry).next)
    currentIndex += 1
  }
}

/// The standard library's own methods for 128-bit integers throw; see `ValueEncoder`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ValueContainer {
  func decode(_ type: Int128.Type) throws -> Int128 { try storage.decode(type, at: entry) }

  func decode(_ type: UInt128.Type) throws -> UInt128 { try storage.decode(type, at: entry) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension DecodedObject {
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try storage.decode(type, at: value(key))
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try storage.decode(type, at: value(key))
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ArrayContainer {
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeElement(type) }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeElement(type) }
}
