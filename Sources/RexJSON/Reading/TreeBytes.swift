/// The approximate memory of the values of a text, which `JSONLimits.treeBytesMax` limits.
struct TreeBytes {
  private let bytes: UnsafePointer<UInt8>
  private let tables: JSONKeyTables
  private(set) var count: Int64 = 0

  init(_ bytes: UnsafePointer<UInt8>, sharing tables: JSONKeyTables) {
    (self.bytes, self.tables) = (bytes, tables)
    _ = tables.takeNewBytes()
  }

  @inline(__always)
  mutating func addContainer() { count &+= Self.valueBytes &+ Self.storageBytes }

  @inline(__always)
  mutating func addKey() { count &+= Self.keyBytes }

  @inline(__always)
  mutating func addScalar() { count &+= Self.valueBytes }

  /// Returns the table of an object's keys, of which it has at least one.
  ///
  /// The keys of most objects belong to a shared table; those of a long object are its own.
  mutating func table(of keys: JSONKeys) -> JSONKeyTable {
    let table = tables.table(of: keys, in: bytes)
    let newBytes = tables.takeNewBytes()
    if keys.texts.count <= JSONKeyTables.keysMax {
      count += newBytes - Self.keyBytes * Int64(keys.texts.count)
    }
    return table
  }

  /// The memory of a value, in bytes.
  static var valueBytes: Int64 { Int64(MemoryLayout<JSON>.stride) }
  /// The memory of a key that no table shares: a string, up to four slots of a table, and a range.
  private static var keyBytes: Int64 { 40 }
  /// The memory of an array without its elements, in bytes.
  static var storageBytes: Int64 { 48 }
}

/// Counts the memory of a text's values, without making them.
struct TreeBytesHandler: JSONHandler {
  private var counted: TreeBytes

  var treeBytes: Int64 { counted.count }

  init(_ bytes: UnsafePointer<UInt8>, sharing tables: JSONKeyTables) {
    counted = TreeBytes(bytes, sharing: tables)
  }

  @inline(__always)
  mutating func open(_ kind: JSONIndex.Kind, at start: Int) { counted.addContainer() }

  @inline(__always)
  mutating func key(_ key: JSONKeyText) { counted.addKey() }

  @inline(__always)
  mutating func scalar(_ kind: JSONIndex.Kind, _ range: Range<Int>, isVerbatim: Bool) {
    counted.addScalar()
  }

  mutating func close(_ kind: JSONIndex.Kind, _ keys: JSONKeys) {
    if kind == .object, !keys.texts.isEmpty { _ = counted.table(of: keys) }
  }
}
