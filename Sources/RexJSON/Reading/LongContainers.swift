/// The values of long arrays and objects, which become documents while the text is still scanned.
///
///     [1,1,1,1,1,1,1,1,1,1,1,1,1…
///      └─ documents ─┘ └ index ┘
///
/// A stranger writes a value in two bytes; a document takes 24 for it, and an index 16 more. So a
/// long text has no index of all of it.
final class LongContainers {
  /// Nil if the text is only checked.
  private let tables: JSONKeyTables?
  /// The memory of the values counted so far.
  private var treeBytes: Int64 = 0
  /// The values so far, by the entries of their containers.
  private var parts: [Int: Part] = [:]
  /// The numbers of values that the long containers will have, once there is one.
  var counts: ContainerCounts?

  /// The values of a container that were taken out of the index.
  fileprivate struct Part {
    var values: [JSON] = []
    /// The keys of an object, with the offsets of their strings.
    var keys = JSONKeyTable()
    var offsets: [UInt32] = []
  }

  /// A container with more entries in the index becomes documents; fewer if it is nested.
  ///
  /// With this number divided by the depth, all open containers together have few entries.
  static let entriesMax = 1 << 16
  /// The index of a shorter text is small anyway.
  static let textBytesMin = 1 << 20

  /// For a text that is only checked.
  init() { tables = nil }

  /// For a document whose objects share the keys of others.
  init(sharing tables: JSONKeyTables) {
    self.tables = tables
    _ = tables.takeNewBytes()
  }

  /// Whether values of a container were taken out of the index.
  func hasPart(of container: Int) -> Bool { parts[container] != nil }

  /// Takes the complete values of an open container out of the index.
  ///
  /// - Parameter room: the number of values that the container will have.
  /// - Returns: the first key that the object already has, with the offset of the earlier one.
  func take(
    valuesOf container: Int, from index: inout JSONIndex, in bytes: UnsafePointer<UInt8>, room: Int
  ) -> (key: Int, earlierOffset: Int)? {
    let isObject = index.entries[container].kind == .object
    guard isObject || tables != nil else {
      index.removeLast(downTo: container + 1)
      return nil
    }
    let builder = tables.map { self.builder(for: index, in: bytes, $0) }
    // Out of the dictionary, so that nothing is copied.
    var part = parts.removeValue(forKey: container) ?? Part()
    part.reserve(room, isObject: isObject, hasValues: builder != nil)
    var position = container + 1
    while position < index.count {
      if isObject {
        let key = index.entries[position]
        if let earlier = part.keys.appendOrFind(key.string(in: bytes)) {
          return (position, Int(part.offsets[earlier]))
        }
        part.offsets.append(key.start)
        // The entry was counted as a value.
        treeBytes += LongContainers.keyBytes - LongContainers.valueBytes
        position += 1
      }
      if let builder { part.values.append(builder.document(at: position)) }
      position = Int(index.entries[position].next)
    }
    parts[container] = part
    index.removeLast(downTo: container + 1)
    return nil
  }

  /// The values of an array that were taken out of the index; nil if none were.
  func removeElements(ofArrayAt entry: Int) -> [JSON]? {
    parts.isEmpty ? nil : parts.removeValue(forKey: entry)?.values
  }

  /// The object whose members were taken out of the index; nil if none were.
  func removeObject(at entry: Int) -> JSONObject? {
    guard !parts.isEmpty, let part = parts.removeValue(forKey: entry) else { return nil }
    return JSONObject(table: part.keys, values: part.values)
  }

  /// The document of an entry, after the scan.
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

extension LongContainers.Part {
  /// Gets room for all values at once: an array that grows is in memory twice for a moment.
  fileprivate mutating func reserve(_ room: Int, isObject: Bool, hasValues: Bool) {
    if hasValues, values.isEmpty { values.reserveCapacity(room) }
    guard isObject, offsets.isEmpty else { return }
    keys.reserveCapacity(room)
    offsets.reserveCapacity(room)
  }
}

extension LongContainers {
  /// Counts the memory of the last entries as values; whether all that were counted, and the
  /// values to come of a container, take no more than they may.
  func fits(
    _ index: borrowing JSONIndex, from first: Int, valuesToCome: Int = 0, areMembers: Bool = false,
    _ treeBytesMax: Int
  ) -> Bool {
    for place in first..<index.count {
      let entry = index.entries[place]
      treeBytes += LongContainers.valueBytes
      if entry.kind.isContainer, entry.length > 0 { treeBytes += LongContainers.storageBytes }
      // Objects with the same keys share them. A long object shares none: its keys count, and were
      // taken out of the index.
      if entry.kind == .object, Int(entry.next) > place + 1 {
        treeBytes -= LongContainers.valueBytes * Int64(entry.length)
      }
    }
    treeBytes += tables?.takeNewBytes() ?? 0
    let valueBytes = LongContainers.valueBytes + (areMembers ? LongContainers.keyBytes : 0)
    return treeBytes + valueBytes * Int64(valuesToCome) <= treeBytesMax
  }

  /// The memory of a value in an array.
  private static let valueBytes = Int64(MemoryLayout<JSON>.stride)
  /// The memory of a long object's key: a string, up to four slots of the table, and an offset.
  private static let keyBytes: Int64 = 36
  /// The memory of an array beside its elements.
  private static let storageBytes: Int64 = 48
}

/// The numbers of values in the long containers of a text, counted in one pass.
///
///     [1,[2,3],{"a":4}, …         commas at each depth, up to the bracket that closes it
///
/// Texts that are not JSON are counted, too; the scanner refuses them later.
struct ContainerCounts {
  /// The counts by the offset of the opening bracket.
  private(set) var values: [Int: Int] = [:]

  /// An open container: the offset of its bracket, and its values so far.
  struct Open {
    var start: Int
    var count: Int
  }

  /// Shorter containers are not counted: they take little memory even twice.
  private static let countMin = 1 << 12

  /// Counts on from the place where these containers are open, the innermost last.
  init(of bytes: UnsafePointer<UInt8>, in text: Range<Int>, open: [Open]) {
    var open = open
    var position = text.lowerBound
    // What nests deeper is refused by every scanner.
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
