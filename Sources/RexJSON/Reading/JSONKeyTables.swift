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
  static let keysMax = 1024
  private static let keyBytesMax = 1 << 16

  package init() {}

  /// Returns the table of an object with members.
  func table(of keys: JSONKeys, in bytes: UnsafePointer<UInt8>) -> JSONKeyTable {
    let texts = keys.texts
    guard texts.count <= JSONKeyTables.keysMax else {
      let table = keys.table ?? JSONKeyTable(texts.map { $0.string(in: bytes) })
      newBytes += table.byteCount
      return table
    }
    if slots.isEmpty { slots = Array(repeating: nil, count: JSONKeyTables.slotCount) }
    let slotIndex = JSONKeyTables.slotIndex(of: texts, in: bytes)
    if let slot = slots[slotIndex], slot.hasKeys(texts, in: bytes) { return slot.table }
    let slot = Slot(texts, in: bytes)
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
    of keys: UnsafeBufferPointer<JSONKeyText>, in bytes: UnsafePointer<UInt8>
  ) -> Int {
    let first = keys[0]
    let firstByte = first.length > 0 ? UInt32(bytes[Int(first.start)]) : 0
    let hash = first.length &* 31 &+ UInt32(truncatingIfNeeded: keys.count) &* 7 &+ firstByte
    return Int(truncatingIfNeeded: hash) & (slotCount - 1)
  }
}

extension JSONKeyTables.Slot {
  fileprivate init(_ keys: UnsafeBufferPointer<JSONKeyText>, in text: UnsafePointer<UInt8>) {
    var bytes: [UInt8] = []
    for key in keys {
      bytes.append(
        contentsOf: UnsafeBufferPointer(start: text + Int(key.start), count: Int(key.length)))
    }
    self.init(
      table: JSONKeyTable(keys.map { $0.string(in: text) }), lengths: keys.map(\.length),
      bytes: bytes)
  }

  /// Returns whether these are the same encoded keys in the same order.
  fileprivate func hasKeys(
    _ keys: UnsafeBufferPointer<JSONKeyText>, in text: UnsafePointer<UInt8>
  ) -> Bool {
    guard keys.count == lengths.count else { return false }
    return lengths.withUnsafeBufferPointer { lengths in
      bytes.withUnsafeBufferPointer { bytes in
        var offset = 0
        for (index, key) in keys.enumerated() {
          let length = lengths[index]
          guard key.length == length,
            bytesAreEqual(
              bytes.baseAddress.map { $0 + offset }, text + Int(key.start), count: Int(length))
          else { return false }
          offset += Int(length)
        }
        return true
      }
    }
  }
}
