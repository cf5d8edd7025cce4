/// The elements of long arrays, which become documents while the text is still scanned.
///
///     [1,1,1,1,1,1,1,1,1,1,1,1,1…
///      └─ documents ─┘ └ index ┘
///
/// A stranger writes a value in two bytes; a document takes 24 for it, and an index 16 more. So a
/// long text has no index of all of it.
final class LongArrays {
  /// Nil where the text is only checked.
  private let tables: JSONKeyTables?
  /// The elements so far, by the arrays' entries.
  private var elements: [Int: [JSON]] = [:]

  /// More entries of an array than these become documents.
  static let entriesMax = 1 << 16
  /// The index of a shorter text is small anyway.
  static let textBytesMin = 1 << 20

  /// For a text that is only checked.
  init() { tables = nil }

  /// For a document whose objects share the keys of others.
  init(sharing tables: JSONKeyTables) { self.tables = tables }

  /// Takes the elements of an array that is not at its end out of the index.
  @inline(never)
  func take(
    elementsOf array: Int, in bytes: UnsafePointer<UInt8>, from index: inout JSONIndex
  ) {
    if let tables {
      let builder = builder(for: index, in: bytes, tables)
      var taken = elements.removeValue(forKey: array) ?? []
      var position = array + 1
      while position < index.count {
        taken.append(builder.document(at: position))
        position = Int(index.entries[position].next)
      }
      elements[array] = taken
    }
    index.removeLast(downTo: array + 1)
  }

  /// The elements of an array that were taken out of the index; nil where none were.
  func removeElements(ofArrayAt entry: Int) -> [JSON]? {
    elements.isEmpty ? nil : elements.removeValue(forKey: entry)
  }

  /// The document whose entry this is, after the scan.
  func document(
    at entry: Int, of index: borrowing JSONIndex, in bytes: UnsafePointer<UInt8>
  ) -> JSON {
    builder(for: index, in: bytes, tables ?? JSONKeyTables()).document(at: entry)
  }

  private func builder(
    for index: borrowing JSONIndex, in bytes: UnsafePointer<UInt8>, _ tables: JSONKeyTables
  ) -> DocumentBuilder {
    DocumentBuilder(
      bytes: bytes, entries: UnsafePointer(index.entries), tables: tables, long: self)
  }
}
