extension JSON {
  /// Parses a JSON text in UTF-8; see `JSONError` for what is rejected.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try JSON(parsing: buffer, limits: limits) }
    }
    self = try result.get()
  }

  /// Parses a JSON text.
  public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
    var text = text
    let result = text.withUTF8 { buffer in
      Result { () throws(JSONError) in
        try JSON(parsing: UnsafeRawBufferPointer(buffer), limits: limits)
      }
    }
    self = try result.get()
  }

  /// Parses a JSON text in UTF-8 in memory, which must be valid only during the call.
  public init(
    parsing buffer: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) {
    try self.init(parsing: buffer, limits: limits, sharing: JSONKeyTables())
  }

  /// Parses a document whose objects share the keys of documents parsed before.
  package init(
    parsing buffer: UnsafeRawBufferPointer, limits: JSONLimits, sharing tables: JSONKeyTables
  ) throws(JSONError) {
    guard buffer.count > LongContainers.textBytesMin else {
      let index = try JSONIndex.scanning(buffer, limits: limits)
      self = index.document(at: 0, in: buffer, sharing: tables)
      return
    }
    let longContainers = LongContainers(sharing: tables)
    var scanner = JSONScanner(buffer, limits: limits, longContainers: longContainers)
    try scanner.scanText()
    self = longContainers.document(at: 0, of: scanner.index, in: scanner.bytes)
  }

  /// Checks that bytes are valid JSON, without creating a document or a complete index.
  package static func check(
    _ buffer: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) {
    var limits = limits
    limits.treeBytesMax = .max
    var scanner = JSONScanner(buffer, limits: limits, longContainers: LongContainers())
    try scanner.scanText()
  }
}

extension JSONIndex {
  /// Returns the document of an entry of the scanned text.
  package borrowing func document(
    at entry: Int, in text: UnsafeRawBufferPointer, sharing tables: JSONKeyTables = JSONKeyTables()
  ) -> JSON {
    guard let bytes = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return .null }
    precondition(
      isComplete || !entries[entry].kind.isContainer, "the index lacks values of this container")
    let builder = DocumentBuilder(
      bytes: bytes, entries: UnsafePointer(entries), tables: tables)
    return builder.document(at: entry)
  }
}

/// Builds documents from an index; the recursion is limited by the depth that the scanner allows.
struct DocumentBuilder {
  let bytes: UnsafePointer<UInt8>
  let entries: UnsafePointer<JSONIndex.Entry>
  let tables: JSONKeyTables
  var longContainers: LongContainers?

  func document(at position: Int) -> JSON {
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

  private func object(_ entry: JSONIndex.Entry, at position: Int) -> JSONObject {
    guard entry.length > 0 else { return JSONObject() }
    if let object = longContainers?.removeObject(at: position) { return object }
    let table = tables.table(ofObject: position, entries, bytes)
    return JSONObject(
      table: table, values: values(of: entry, from: position + 1, stepOverKeys: 1))
  }

  /// Returns the values of a container, skipping the keys of an object.
  private func values(
    of container: JSONIndex.Entry, from first: Int, stepOverKeys: Int
  ) -> [JSON] {
    guard container.length > 0 else { return [] }
    if let elements = longContainers?.removeElements(ofArrayAt: first - 1) { return elements }
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
