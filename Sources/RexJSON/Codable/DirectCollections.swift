/// A collection that is encoded directly, without calling its `encode(to:)`.
///
/// Arrays, and dictionaries with string keys, make up most of a state. Encoding them with Codable's
/// containers costs several times as much as encoding their elements.
protocol DirectlyEncodable {
  func encode(as node: Int32, in storage: EncodingStorage) throws
}

/// A collection that is decoded directly, without calling its `init(from:)`.
protocol DirectlyDecodable {
  init(at entry: Int, in storage: DecodingStorage) throws
}

extension Array: DirectlyEncodable where Element: Encodable {
  func encode(as node: Int32, in storage: EncodingStorage) throws {
    let array = storage.tree.pointee.open(node, as: .array)
    for element in self {
      try storage.encode(element, as: storage.addElement(to: array))
    }
  }
}

extension Array: DirectlyDecodable where Element: Decodable {
  init(at entry: Int, in storage: DecodingStorage) throws {
    guard storage.kind(of: entry) == .array else { throw storage.mismatch([Any].self, at: entry) }
    let end = Int(storage.entry(entry).next)
    self.init()
    reserveCapacity(Int(storage.entry(entry).length))
    var element = entry + 1
    while element < end {
      append(try storage.decode(Element.self, at: element))
      element = Int(storage.entry(element).next)
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

extension Dictionary: DirectlyDecodable where Key == String, Value: Decodable {
  init(at entry: Int, in storage: DecodingStorage) throws {
    guard storage.kind(of: entry) == .object else {
      throw storage.mismatch([String: Any].self, at: entry)
    }
    let end = Int(storage.entry(entry).next)
    self.init(minimumCapacity: Int(storage.entry(entry).length))
    var key = entry + 1
    while key < end {
      self[storage.string(of: key)] = try storage.decode(Value.self, at: key + 1)
      key = Int(storage.entry(key + 1).next)
    }
  }
}
