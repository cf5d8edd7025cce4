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
  ///
  /// - Parameter rest: the text behind them.
  @inline(never)
  func take(
    elementsOf array: Int, in bytes: UnsafePointer<UInt8>, before rest: Range<Int>,
    from index: inout JSONIndex
  ) {
    if let tables {
      let builder = builder(for: index, in: bytes, tables)
      var taken = elements.removeValue(forKey: array) ?? []
      // An array that grows is there twice for a moment, so it gets all its room at once.
      if taken.isEmpty { taken.reserveCapacity(index.count + commas(of: bytes, in: rest)) }
      var position = array + 1
      while position < index.count {
        taken.append(builder.document(at: position))
        position = Int(index.entries[position].next)
      }
      elements[array] = taken
    }
    index.removeLast(downTo: array + 1)
  }

  /// How many commas there are up to the end of the array that the text is in.
  private func commas(of bytes: UnsafePointer<UInt8>, in text: Range<Int>) -> Int {
    var (count, depth, position) = (1, 0, text.lowerBound)
    while position < text.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        repeat {
          position &+= bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        } while position < text.upperBound && bytes[position] != UInt8(ascii: "\"")
      case UInt8(ascii: ",") where depth == 0: count &+= 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth &+= 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth &-= 1
        if depth < 0 { return count }
      default: break
      }
      position &+= 1
    }
    return count
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
