/// The keys of an object in order, with the position of each.
///
/// Objects with the same keys share one table: a parsed array of 1,000 messages has one. A table
/// with more than a few keys has a hashed index (open addressing, linear probing), whose hashes
/// are seeded for each process, so that no text can be made to collide.
///
/// Sendable without a lock: it is changed only if `isKnownUniquelyReferenced` has shown that it is
/// not shared, and lookups do not change it.
package final class JSONKeyTable: @unchecked Sendable {
  private(set) var keys: [String]

  /// The positions by hash, -1 if free; empty while a linear search is as fast.
  private var slots: [Int32] = []

  private static let linearSearchMax = 8

  /// The table of objects without members.
  static let empty = JSONKeyTable()

  /// Creates a table of keys, which must be unique.
  package init(_ keys: [String] = []) {
    self.keys = keys
    if keys.count > Self.linearSearchMax { rebuildSlots() }
  }

  private init(copying other: JSONKeyTable) {
    keys = other.keys
    slots = other.slots
  }

  func copy() -> JSONKeyTable { JSONKeyTable(copying: self) }

  package func position(of key: String) -> Int? {
    guard !slots.isEmpty else { return keys.firstIndex { $0.hasSameBytes(as: key) } }
    var slot = home(of: key)
    while slots[slot] >= 0 {
      let position = Int(slots[slot])
      if keys[position].hasSameBytes(as: key) { return position }
      slot = after(slot)
    }
    return nil
  }

  /// Appends a key, which must be new.
  func append(_ key: String) {
    keys.append(key)
    if slots.isEmpty {
      if keys.count > Self.linearSearchMax { rebuildSlots() }
    } else if keys.count * 2 > slots.count {
      rebuildSlots()
    } else {
      place(keys.count - 1)
    }
  }

  /// Appends a key and returns nil, or returns the position of an existing key.
  func appendOrFind(_ key: String) -> Int? {
    if let position = position(of: key) { return position }
    append(key)
    return nil
  }

  /// Removes a key, and moves those after it, as in an array.
  func remove(at position: Int) {
    if !slots.isEmpty { vacate(position) }
    keys.remove(at: position)
    guard position < keys.count else { return }
    // This pass takes little time compared with moving the keys and values.
    slots.withUnsafeMutableBufferPointer { slots in
      for slot in slots.indices { slots[slot] -= slots[slot] > position ? 1 : 0 }
    }
  }

  /// Removes a key, and puts the last one in its place.
  func removeBySwapping(at position: Int) {
    if !slots.isEmpty {
      vacate(position)
      if position < keys.count - 1 { slots[slot(of: keys.count - 1)] = Int32(position) }
    }
    keys.swapAt(position, keys.count - 1)
    keys.removeLast()
    // Otherwise, passing over all slots would take longer than moving the keys that are left.
    if keys.count * 8 < slots.count { rebuildSlots() }
  }

  /// Frees the key's slot, and moves back the keys that were probed past it.
  private func vacate(_ position: Int) {
    var hole = slot(of: position)
    var slot = after(hole)
    while slots[slot] >= 0 {
      let home = home(of: keys[Int(slots[slot])])
      // Whether the hole is between the key's home slot and its slot; the range may wrap around.
      if (slot &- home) & (slots.count - 1) >= (slot &- hole) & (slots.count - 1) {
        slots[hole] = slots[slot]
        hole = slot
      }
      slot = after(slot)
    }
    slots[hole] = -1
  }

  func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    if count > Self.linearSearchMax { rebuildSlots(atLeast: count * 2) }
  }

  /// The approximate memory of the table in bytes.
  var byteCount: Int64 {
    let strings = keys.reduce(0) { $0 + 16 + ($1.utf8.count > 15 ? $1.utf8.count + 48 : 0) }
    return Int64(96 + strings + slots.count * MemoryLayout<Int32>.stride)
  }

  private func rebuildSlots(atLeast count: Int = 0) {
    var capacity = 32
    while capacity < max(keys.count * 4, count) { capacity *= 2 }
    slots = Array(repeating: -1, count: capacity)
    for position in keys.indices { place(position) }
  }

  private func place(_ position: Int) {
    var slot = home(of: keys[position])
    while slots[slot] >= 0 { slot = after(slot) }
    slots[slot] = Int32(position)
  }

  private func slot(of position: Int) -> Int {
    var slot = home(of: keys[position])
    while slots[slot] != position { slot = after(slot) }
    return slot
  }

  private func home(of key: String) -> Int {
    var hasher = Hasher()
    key.hashBytes(into: &hasher)
    return hasher.finalize() & (slots.count - 1)
  }

  private func after(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
