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
  /// How much memory the values take that were counted, or more.
  private var treeBytes: Int64 = 0
  /// The bytes that `commas` may still read: nested arrays share the text behind them.
  private var scanBudget: Int?
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
  /// - Returns: whether all values so far take no more memory than they may.
  @inline(never)
  func take(
    elementsOf array: Int, in bytes: UnsafePointer<UInt8>, before rest: Range<Int>,
    from index: inout JSONIndex, treeBytesMax: Int
  ) -> Bool {
    guard fits(index, from: array + 1, treeBytesMax) else { return false }
    if let tables {
      let builder = builder(for: index, in: bytes, tables)
      var taken = elements.removeValue(forKey: array) ?? []
      // An array that grows is there twice for a moment, so it gets all its room at once.
      if taken.isEmpty, let restCount = commas(of: bytes, in: rest) {
        guard treeBytes + LongArrays.valueBytes * Int64(restCount) <= treeBytesMax else {
          return false
        }
        taken.reserveCapacity(index.count + restCount)
      }
      var position = array + 1
      while position < index.count {
        taken.append(builder.document(at: position))
        position = Int(index.entries[position].next)
      }
      elements[array] = taken
    }
    index.removeLast(downTo: array + 1)
    return true
  }

  /// Counts what the last entries take as values; whether all that were counted take no more memory
  /// than they may.
  func fits(_ index: borrowing JSONIndex, from first: Int, _ treeBytesMax: Int) -> Bool {
    for place in first..<index.count {
      let entry = index.entries[place]
      let isContainer = entry.kind == .array || entry.kind == .object
      treeBytes += LongArrays.valueBytes
      if isContainer, entry.length > 0 { treeBytes += LongArrays.storageBytes }
      // Objects of the same keys share them.
      if entry.kind == .object { treeBytes -= LongArrays.valueBytes * Int64(entry.length) }
    }
    return treeBytes <= treeBytesMax
  }

  /// What a value takes in an array.
  private static let valueBytes = Int64(MemoryLayout<JSON>.stride)
  /// What an array takes beside its elements.
  private static let storageBytes: Int64 = 48

  /// The number of commas up to the end of the array that the text is in.
  ///
  /// Nil if that end is not within the budget, which is twice the text behind the first long array.
  /// So the time is linear in the text, however deep long arrays are nested.
  private func commas(of bytes: UnsafePointer<UInt8>, in rest: Range<Int>) -> Int? {
    let budget = scanBudget ?? 2 * rest.count
    let text = rest.prefix(budget)
    var (count, depth, position) = (1, 0, text.lowerBound)
    defer { scanBudget = budget - (min(position, text.upperBound) - text.lowerBound) }
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
    return text.count == rest.count ? count : nil
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
