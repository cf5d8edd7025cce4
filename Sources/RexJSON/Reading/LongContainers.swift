/// The values of long arrays and objects, which become documents while the text is being scanned.
///
///     [1,1,1,1,1,1,1,1,1,1,1,1,1…
///      └─ documents ─┘ └ index ┘
///
/// A text can contain a value in two bytes, for which a document takes 24 bytes and an index 16
/// more. So a long text is not indexed as a whole.
final class LongContainers {
  /// Nil if the text is only checked.
  private let tables: JSONKeyTables?
  /// The memory of the values counted so far, in bytes.
  private var treeBytes: Int64 = 0
  /// The removed values, by the entries of their containers.
  private var removed: [Int: RemovedValues] = [:]
  /// The number of values in each long container, counted when the first one is found.
  var counts: ContainerCounts?

  /// The values of a container that were removed from the index.
  fileprivate struct RemovedValues {
    var values: [JSON] = []
    /// The keys of an object, with the offsets of their strings.
    var keys = JSONKeyTable()
    var offsets: [UInt32] = []
  }

  /// The limit on the index entries of an open container, multiplied by its depth.
  ///
  /// All open containers together therefore have few entries.
  static let entriesMax = 1 << 16
  /// The minimum size in bytes of a text that is read this way; a shorter one has a small index.
  static let textBytesMin = 1 << 20

  /// Creates the state for a text that is only checked.
  init() { tables = nil }

  /// Creates the state for a document whose objects share keys with others.
  init(sharing tables: JSONKeyTables) {
    self.tables = tables
    _ = tables.takeNewBytes()
  }

  /// Returns whether values of a container were removed from the index.
  func hasRemovedValues(of container: Int) -> Bool { removed[container] != nil }

  /// Removes the complete values of an open container from the index.
  ///
  /// - Parameter finalCount: The number of values that the container will have.
  /// - Returns: The entry of the first duplicate key, and the offset of the earlier key.
  func removeValues(
    of container: Int, from index: inout JSONIndex, in bytes: UnsafePointer<UInt8>,
    finalCount: Int
  ) -> (key: Int, earlierOffset: Int)? {
    let isObject = index.entries[container].kind == .object
    guard isObject || tables != nil else {
      index.removeLast(downTo: container + 1)
      return nil
    }
    let builder = tables.map { self.builder(for: index, in: bytes, $0) }
    // Taken out of the dictionary, so that it is not copied.
    var taken = removed.removeValue(forKey: container) ?? RemovedValues()
    taken.reserve(finalCount, isObject: isObject, hasValues: builder != nil)
    var position = container + 1
    while position < index.count {
      if isObject {
        let key = index.entries[position]
        if let earlier = taken.keys.appendOrFind(key.string(in: bytes)) {
          return (position, Int(taken.offsets[earlier]))
        }
        taken.offsets.append(key.start)
        // `fits` counted the key's entry as a value.
        treeBytes += LongContainers.keyBytes - LongContainers.valueBytes
        position += 1
      }
      if let builder { taken.values.append(builder.document(at: position)) }
      position = Int(index.entries[position].next)
    }
    removed[container] = taken
    index.removeLast(downTo: container + 1)
    return nil
  }

  /// Removes and returns the values of an array that are not in the index; nil if there are none.
  func removeElements(ofArrayAt entry: Int) -> [JSON]? {
    removed.isEmpty ? nil : removed.removeValue(forKey: entry)?.values
  }

  /// Removes and returns an object whose members are not in the index; nil if there is none.
  func removeObject(at entry: Int) -> JSONObject? {
    guard !removed.isEmpty, let taken = removed.removeValue(forKey: entry) else { return nil }
    return JSONObject(table: taken.keys, values: taken.values)
  }

  /// Returns the document of an entry, after the scan.
  func document(
    at entry: Int, of index: borrowing JSONIndex, in bytes: UnsafePointer<UInt8>
  ) -> JSON {
    builder(for: index, in: bytes, tables ?? JSONKeyTables()).document(at: entry)
  }

  private func builder(
    for index: borrowing JSONIndex, in bytes: UnsafePointer<UInt8>, _ tables: JSONKeyTables
  ) -> DocumentBuilder {
    DocumentBuilder(
      bytes: bytes, entries: UnsafePointer(index.entries), tables: tables, longContainers: self)
  }
}

extension LongContainers.RemovedValues {
  /// Reserves capacity for all values at once, since a growing array exists twice for a moment.
  fileprivate mutating func reserve(_ count: Int, isObject: Bool, hasValues: Bool) {
    if hasValues, values.isEmpty { values.reserveCapacity(count) }
    guard isObject, offsets.isEmpty else { return }
    keys.reserveCapacity(count)
    offsets.reserveCapacity(count)
  }
}

extension LongContainers {
  /// Counts the memory of the index's entries from one on, and returns whether the limit allows it.
  ///
  /// The memory includes all values counted before, and the given number of values to be scanned.
  func fits(
    _ index: borrowing JSONIndex, from first: Int, remainingCount: Int = 0,
    areMembers: Bool = false, _ treeBytesMax: Int
  ) -> Bool {
    for position in first..<index.count {
      let entry = index.entries[position]
      treeBytes += LongContainers.valueBytes
      if entry.kind.isContainer, entry.length > 0 { treeBytes += LongContainers.storageBytes }
      // Keys in the index belong to a shared table, which is counted below, but the loop counts
      // their entries as values. The keys of a long object were removed from the index.
      if entry.kind == .object, Int(entry.next) > position + 1 {
        treeBytes -= LongContainers.valueBytes * Int64(entry.length)
      }
    }
    treeBytes += tables?.takeNewBytes() ?? 0
    let valueBytes = LongContainers.valueBytes + (areMembers ? LongContainers.keyBytes : 0)
    return treeBytes + valueBytes * Int64(remainingCount) <= treeBytesMax
  }

  /// The memory of a value in an array, in bytes.
  private static let valueBytes = Int64(MemoryLayout<JSON>.stride)
  /// The memory of a long object's key: a string, up to four slots of a table, and an offset.
  private static let keyBytes: Int64 = 36
  /// The memory of an array without its elements, in bytes.
  private static let storageBytes: Int64 = 48
}

/// The numbers of values in the long containers of a text, counted in one pass.
///
///     [1,[2,3],{"a":4}, …         commas at each depth, up to the bracket that closes it
///
/// Invalid JSON is counted as well; the scanner rejects it later.
struct ContainerCounts {
  /// The counts by the offset of the opening bracket.
  private(set) var values: [Int: Int] = [:]

  /// An open container: the offset of its bracket, and its values so far.
  struct Open {
    var start: Int
    var count: Int
  }

  /// The minimum number of values; shorter containers take little memory, even twice.
  private static let countMin = 1 << 12

  /// Counts the values of a text inside these open containers, the innermost last.
  init(of bytes: UnsafePointer<UInt8>, in text: Range<Int>, open: [Open]) {
    var open = open
    var position = text.lowerBound
    // The scanner rejects deeper nesting.
    while position < text.upperBound, let last = open.indices.last,
      last <= JSONLimits.depthCeiling
    {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        repeat {
          position &+= bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        } while position < text.upperBound && bytes[position] != UInt8(ascii: "\"")
      case UInt8(ascii: ","): open[last].count &+= 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(Open(start: position, count: 1))
      case UInt8(ascii: "]"), UInt8(ascii: "}"): close(open.removeLast())
      default: break
      }
      position &+= 1
    }
    for container in open { close(container) }
  }

  private mutating func close(_ container: Open) {
    if container.count > ContainerCounts.countMin { values[container.start] = container.count }
  }
}
