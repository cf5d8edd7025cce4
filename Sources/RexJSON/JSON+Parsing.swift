extension JSON {
  /// A document from one JSON text in UTF-8; see `JSONError` for what is refused.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try JSON(parsing: buffer, limits: limits) }
    }
    self = try result.get()
  }

  /// A document from one JSON text.
  public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
    var text = text
    let result = text.withUTF8 { buffer in
      Result { () throws(JSONError) in
        try JSON(parsing: UnsafeRawBufferPointer(buffer), limits: limits)
      }
    }
    self = try result.get()
  }

  /// A document from one JSON text in UTF-8 that stands in memory; no byte is kept.
  public init(
    parsing buffer: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) {
    let index = try JSONIndex.scanning(buffer, limits: limits)
    self = index.document(at: 0, in: buffer)
  }
}

extension JSONIndex {
  /// The document whose entry this is, of the text that was scanned.
  package borrowing func document(at entry: Int, in text: UnsafeRawBufferPointer) -> JSON {
    guard let bytes = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return .null }
    var builder = DocumentBuilder(bytes: bytes, entries: UnsafePointer(entries))
    return builder.document(at: entry)
  }
}

/// Builds documents from an index; recursion is bounded by the depth the scanner allowed.
private struct DocumentBuilder {
  let bytes: UnsafePointer<UInt8>
  let entries: UnsafePointer<JSONIndex.Entry>
  var tables = KeyTableCache()

  mutating func document(at position: Int) -> JSON {
    let entry = entries[position]
    switch entry.kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .number: return .number(JSONNumber(validText: entry.string(in: bytes)))
    case .string: return .string(entry.string(in: bytes))
    case .array: return .array(values(of: entry, from: position + 1, stepOverKeys: 0))
    case .object: return .object(object(entry, at: position))
    }
  }

  private mutating func object(_ entry: JSONIndex.Entry, at position: Int) -> JSONObject {
    guard entry.length > 0 else { return JSONObject() }
    let table = tables.table(ofObject: position, entries, bytes)
    return JSONObject(
      table: table, values: values(of: entry, from: position + 1, stepOverKeys: 1))
  }

  /// The values of a container, each after a key where there are keys.
  private mutating func values(
    of container: JSONIndex.Entry, from first: Int, stepOverKeys: Int
  ) -> [JSON] {
    guard container.length > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: Int(container.length)) { buffer, count in
      var position = first
      while count < Int(container.length) {
        position += stepOverKeys
        buffer.initializeElement(at: count, to: document(at: position))
        position = Int(entries[position].next)
        count += 1
      }
    }
  }
}

/// The key tables met lately, so that objects with the same keys share one.
private struct KeyTableCache {
  private var slots: [(table: JSONKeyTable, object: Int)?] = Array(repeating: nil, count: 16)

  mutating func table(
    ofObject object: Int, _ entries: UnsafePointer<JSONIndex.Entry>, _ bytes: UnsafePointer<UInt8>
  ) -> JSONKeyTable {
    let first = entries[object + 1]
    let mix = first.length &* 31 &+ entries[object].length &* 7
    let slot = Int(truncatingIfNeeded: mix & 15)
    if let known = slots[slot], hasSameKeys(object, known.object, entries, bytes) {
      return known.table
    }
    var keys: [String] = []
    keys.reserveCapacity(Int(entries[object].length))
    var key = object + 1
    for _ in 0..<entries[object].length {
      keys.append(entries[key].string(in: bytes))
      key = Int(entries[key + 1].next)
    }
    let table = JSONKeyTable(keys)
    slots[slot] = (table, object)
    return table
  }

  /// Whether both objects write the same keys in the same order.
  private func hasSameKeys(
    _ left: Int, _ right: Int, _ entries: UnsafePointer<JSONIndex.Entry>,
    _ bytes: UnsafePointer<UInt8>
  ) -> Bool {
    guard entries[left].length == entries[right].length else { return false }
    var leftKey = left + 1
    var rightKey = right + 1
    for _ in 0..<entries[left].length {
      let (one, other) = (entries[leftKey], entries[rightKey])
      guard one.length == other.length,
        bytesAreEqual(bytes + Int(one.start), bytes + Int(other.start), count: Int(one.length))
      else { return false }
      leftKey = Int(entries[leftKey + 1].next)
      rightKey = Int(entries[rightKey + 1].next)
    }
    return true
  }
}
