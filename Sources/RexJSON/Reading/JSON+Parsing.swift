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
    let bytes = buffer.utf8Start
    var handler = try JSONScanner.scan(
      buffer, limits: limits, by: DocumentHandler(bytes, sharing: tables))
    self = handler.document()
  }

  /// Returns whether the values of a valid text take at most some memory in bytes.
  ///
  /// Only parses a text that is long enough to take more.
  package static func fits(_ text: UnsafeRawBufferPointer, treeBytes treeBytesMax: Int) -> Bool {
    text.count <= treeBytesMax / treeBytesRatioMax
      || treeBytes(of: text, atMost: treeBytesMax) != nil
  }

  /// Returns the memory that the values of a valid text take in bytes; nil if it exceeds a limit.
  package static func treeBytes(
    of text: UnsafeRawBufferPointer, atMost treeBytesMax: Int = .max
  ) -> Int? {
    let treeBytes = try? JSONScanner.scan(
      text, limits: .largest, treeBytesMax: treeBytesMax,
      by: TreeBytesHandler(text.utf8Start, sharing: JSONKeyTables())
    ).treeBytes
    return treeBytes.map { Int($0) }
  }

  /// The most bytes of memory for each byte of a text: those of `{"":…}` and its table of keys.
  package static let treeBytesRatioMax = 40

  /// Checks that bytes are valid JSON, without creating a document or an index.
  package static func check(
    _ buffer: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) {
    _ = try JSONScanner.scan(buffer, limits: limits, by: CheckHandler())
  }
}
