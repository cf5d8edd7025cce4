/// A collection that is encoded directly, without calling its `encode(to:)`.
///
/// Arrays, and dictionaries with string keys, make up most of a state. Encoding them with Codable's
/// containers costs several times as much as encoding their elements.
protocol DirectlyEncodable {
  func encode(as node: Int32, in storage: EncodingStorage) throws
}

extension Array: DirectlyEncodable where Element: Encodable {
  func encode(as node: Int32, in storage: EncodingStorage) throws {
    let array = storage.tree.pointee.open(node, as: .array)
    for element in self {
      try storage.encode(element, as: storage.addElement(to: array))
    }
  }
}

extension Dictionary: DirectlyEncodable where Key == String, Value: Encodable {
  func encode(as node: Int32, in storage: EncodingStorage) throws {
    let object = storage.tree.pointee.open(node, as: .object)
    storage.tree.pointee.nodes[Int(object)].order = .byKey
    for (key, value) in self {
      try storage.encode(value, as: storage.addMember(key, to: object))
    }
  }
}
