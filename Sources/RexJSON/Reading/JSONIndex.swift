/// The positions of all values of a valid text: one entry per value, in the order of the text.
///
///     {"id":7,"tags":["a"]}
///
///     entry  kind    start length next
///       0    object      0      2    6     an object counts members, an array elements
///       1    string      2      2    2     a key; what follows is its value
///       2    number      6      1    3
///       3    string      9      4    4
///       4    array      15      1    6     `next` is the entry after the whole value
///       5    string     17      1    6     a string starts after its quote
///
/// Decoders use it, which ask for values by their keys and in any order.
package struct JSONIndex: ~Copyable {
  package struct Entry: BitwiseCopyable {
    package var start: UInt32
    package var length: UInt32
    package var next: UInt32
    package var kind: Kind
    /// Whether the text is the value as it is: a string has no escapes, or a number has no fraction
    /// and no exponent.
    package var isVerbatim: Bool
  }

  package enum Kind: UInt8, BitwiseCopyable {
    case null
    case `false`
    case `true`
    case number
    case string
    case array
    case object
  }

  private let stack: MemoryStack<Entry>

  /// A buffer, so that debug builds check each index.
  package var entries: UnsafeMutableBufferPointer<Entry> {
    UnsafeMutableBufferPointer(start: stack.elements, count: stack.count)
  }
  package var count: Int { stack.count }

  /// Checks a text and indexes it, without storing the text.
  package static func scanning(
    _ text: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONIndex {
    let handler = try JSONScanner.scan(
      text, limits: limits, by: IndexHandler(textBytes: min(text.count, limits.textBytesMax)))
    return JSONIndex(stack: handler.takeEntries())
  }
}

extension JSONIndex {
  /// Returns the document of an entry of the scanned text.
  package borrowing func document(
    at entry: Int, in text: UnsafeRawBufferPointer, sharing tables: JSONKeyTables = JSONKeyTables()
  ) -> JSON {
    var handler = DocumentHandler(text.utf8Start, sharing: tables)
    pass(entry, to: &handler)
    return handler.document()
  }

  /// Passes an entry's value to a handler; the recursion is limited by the depth that was scanned.
  private borrowing func pass(_ position: Int, to handler: inout DocumentHandler) {
    assert((0..<count).contains(position), "the entry is in the index")
    let entry = entries[position]
    guard entry.kind == .array || entry.kind == .object else {
      return handler.scalar(entry.kind, entry.range, isVerbatim: entry.isVerbatim)
    }
    handler.open(entry.kind, at: Int(entry.start))
    var keys = MemoryStack<JSONKeyText>(capacity: entry.kind == .object ? Int(entry.length) : 1)
    var child = position + 1
    for _ in 0..<entry.length {
      if entry.kind == .object {
        let key = JSONKeyText(entries[child].range, isVerbatim: entries[child].isVerbatim)
        handler.key(key)
        keys.append(key)
        child += 1
      }
      pass(child, to: &handler)
      child = Int(entries[child].next)
    }
    withExtendedLifetime(keys) {
      let texts = UnsafeBufferPointer(start: $0.elements, count: $0.count)
      handler.close(entry.kind, JSONKeys(texts: texts))
    }
  }
}

extension JSONIndex.Entry {
  /// The text of a string or a number.
  fileprivate var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
}

/// Builds an index from a text's values.
///
/// Until a container ends, its entry's `next` is the entry of the container around it.
private struct IndexHandler: JSONHandler, ~Copyable {
  private var entries: MemoryStack<JSONIndex.Entry>
  /// The entry of the innermost open container.
  private var container = UInt32.max
  /// The index has no values of its own; this is what a document of it takes.
  private(set) var treeBytes: Int64 = 0

  init(textBytes: Int) {
    // Documents have about one value per eight to twenty bytes; a low estimate costs one copy.
    entries = MemoryStack(capacity: 16 + textBytes / 12)
  }

  consuming func takeEntries() -> MemoryStack<JSONIndex.Entry> { entries }

  @inline(__always)
  mutating func open(_ kind: JSONIndex.Kind, at start: Int) {
    countValue()
    treeBytes &+= TreeBytes.storageBytes
    let entry = UInt32(truncatingIfNeeded: entries.count)
    entries.append(
      .init(
        start: UInt32(truncatingIfNeeded: start), length: 0, next: container, kind: kind,
        isVerbatim: true))
    container = entry
  }

  @inline(__always)
  mutating func key(_ key: JSONKeyText) {
    entries.append(
      .init(
        start: key.start, length: key.length,
        next: UInt32(truncatingIfNeeded: entries.count &+ 1), kind: .string,
        isVerbatim: key.isVerbatim))
  }

  @inline(__always)
  mutating func scalar(_ kind: JSONIndex.Kind, _ range: Range<Int>, isVerbatim: Bool) {
    countValue()
    entries.append(
      .init(
        start: UInt32(truncatingIfNeeded: range.lowerBound),
        length: UInt32(truncatingIfNeeded: range.count),
        next: UInt32(truncatingIfNeeded: entries.count &+ 1), kind: kind, isVerbatim: isVerbatim))
  }

  @inline(__always)
  mutating func close(_ kind: JSONIndex.Kind, _ keys: JSONKeys) {
    let entry = Int(container)
    assert(entry < entries.count, "a container is open")
    container = entries.elements[entry].next
    entries.elements[entry].next = UInt32(truncatingIfNeeded: entries.count)
  }

  @inline(__always)
  private mutating func countValue() {
    treeBytes &+= TreeBytes.valueBytes
    if container != .max { entries.elements[Int(container)].length &+= 1 }
  }
}
