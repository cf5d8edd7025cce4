/// A cache of the key tables of recently read objects, so that objects with equal keys share one.
///
/// Use one cache for many texts, such as the lines of a log.
package final class JSONKeyTables {
  private var slots: [Slot?] = []
  /// The memory in bytes of the tables created since `takeNewBytes` was called.
  private var newBytes: Int64 = 0

  fileprivate struct Slot {
    let table: JSONKeyTable
    let lengths: [UInt32]
    /// The encoded keys, one after another.
    let bytes: [UInt8]
  }

  /// The number of cached tables, a power of two.
  private static let slotCount = 64
  /// The limits on the keys of a cached table; objects rarely share larger ones.
  private static let keysMax = 1024
  private static let keyBytesMax = 1 << 16

  package init() {}

  /// Returns the table of an object with members.
  func table(
    ofObject object: Int, _ entries: UnsafePointer<JSONIndex.Entry>, _ bytes: UnsafePointer<UInt8>
  ) -> JSONKeyTable {
    let count = Int(entries[object].length)
    guard count <= JSONKeyTables.keysMax else {
      let table = JSONKeyTable(JSONKeyTables.keys(of: object, entries, bytes))
      newBytes += table.byteCount
      return table
    }
    if slots.isEmpty { slots = Array(repeating: nil, count: JSONKeyTables.slotCount) }
    let slotIndex = JSONKeyTables.slotIndex(of: object, entries, bytes)
    if let slot = slots[slotIndex], slot.hasKeys(of: object, entries, bytes) { return slot.table }
    let slot = Slot(object, entries, bytes)
    newBytes += slot.table.byteCount
    if slot.bytes.count <= JSONKeyTables.keyBytesMax { slots[slotIndex] = slot }
    return slot.table
  }

  /// Returns the memory in bytes of the tables created since the last call.
  func takeNewBytes() -> Int64 {
    defer { newBytes = 0 }
    return newBytes
  }

  private static func slotIndex(
    of object: Int, _ entries: UnsafePointer<JSONIndex.Entry>, _ bytes: UnsafePointer<UInt8>
  ) -> Int {
    let first = entries[object + 1]
    let firstByte = first.length > 0 ? UInt32(bytes[Int(first.start)]) : 0
    let hash = first.length &* 31 &+ entries[object].length &* 7 &+ firstByte
    return Int(truncatingIfNeeded: hash) & (slotCount - 1)
  }

  fileprivate static func keys(
    of object: Int, _ entries: UnsafePointer<JSONIndex.Entry>, _ bytes: UnsafePointer<UInt8>
  ) -> [String] {
    var keys: [String] = []
    keys.reserveCapacity(Int(entries[object].length))
    var key = object + 1
    for _ in 0..<entries[object].length {
      keys.append(entries[key].string(in: bytes))
      key = Int(entries[key + 1].next)
    }
    return keys
  }
}

extension JSONKeyTables.Slot {
  fileprivate init(
    _ object: Int, _ entries: UnsafePointer<JSONIndex.Entry>, _ text: UnsafePointer<UInt8>
  ) {
    var lengths: [UInt32] = []
    var bytes: [UInt8] = []
    var key = object + 1
    for _ in 0..<entries[object].length {
      let entry = entries[key]
      lengths.append(entry.length)
      bytes.append(
        contentsOf: UnsafeBufferPointer(start: text + Int(entry.start), count: Int(entry.length)))
      key = Int(entries[key + 1].next)
    }
    self.init(
      table: JSONKeyTable(JSONKeyTables.keys(of: object, entries, text)), lengths: lengths,
      bytes: bytes)
  }

  /// Returns whether an object has the same encoded keys in the same order.
  fileprivate func hasKeys(
    of object: Int, _ entries: UnsafePointer<JSONIndex.Entry>, _ text: UnsafePointer<UInt8>
  ) -> Bool {
    guard Int(entries[object].length) == lengths.count else { return false }
    return lengths.withUnsafeBufferPointer { lengths in
      bytes.withUnsafeBufferPointer { bytes in
        var (key, offset) = (object + 1, 0)
        for length in lengths {
          let entry = entries[key]
          guard entry.length == length,
            bytesAreEqual(
              bytes.baseAddress.map { $0 + offset }, text + Int(entry.start), count: Int(length))
          else { return false }
          offset += Int(length)
          key = Int(entries[key + 1].next)
        }
        return true
      }
    }
  }
}
