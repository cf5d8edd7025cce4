import RexJSON

/// A collection that is decoded directly, without calling its `init(from:)`.
protocol DirectlyDecodable {
  init(at entry: Int, in storage: DecodingStorage) throws
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
