/// The keys of an object in their order, with the place of each.
///
/// Objects with the same keys share one table: a parsed array of 1,000 messages has one. A table
/// with more than a few keys has a hashed index (open addressing, linear probing), whose hashes
/// are seeded for each process, so that no text can be made to collide.
///
/// Sendable without a lock: it changes only where `isKnownUniquelyReferenced` has shown that
/// nobody else can see it, and no look-up changes it.
final class JSONKeyTable: @unchecked Sendable {
  private(set) var keys: [String]

  /// Places by hash, -1 where free; empty as long as a walk over the keys is as fast.
  private var slots: [Int32] = []

  private static let walkMax = 8

  /// The table of objects without members.
  static let empty = JSONKeyTable()

  /// A table of keys that are all different.
  init(_ keys: [String] = []) {
    self.keys = keys
    if keys.count > Self.walkMax { rebuildSlots() }
  }

  private init(copying other: JSONKeyTable) {
    keys = other.keys
    slots = other.slots
  }

  func copy() -> JSONKeyTable { JSONKeyTable(copying: self) }

  func position(of key: String) -> Int? {
    guard !slots.isEmpty else { return keys.firstIndex { $0.hasSameBytes(as: key) } }
    var slot = home(of: key)
    while slots[slot] >= 0 {
      let position = Int(slots[slot])
      if keys[position].hasSameBytes(as: key) { return position }
      slot = after(slot)
    }
    return nil
  }

  /// Adds a key that is not there yet.
  func append(_ key: String) {
    keys.append(key)
    if slots.isEmpty {
      if keys.count > Self.walkMax { rebuildSlots() }
    } else if keys.count * 2 > slots.count {
      rebuildSlots()
    } else {
      place(keys.count - 1)
    }
  }

  /// Adds a key; where it is there already, its place instead.
  func appendOrFind(_ key: String) -> Int? {
    if let position = position(of: key) { return position }
    append(key)
    return nil
  }

  /// Removes a key: moves those behind it, as removing from an array does.
  func remove(at position: Int) {
    if !slots.isEmpty { vacate(position) }
    keys.remove(at: position)
    // One pass over plain memory: short beside moving the keys and values themselves.
    slots.withUnsafeMutableBufferPointer { slots in
      for slot in slots.indices { slots[slot] -= slots[slot] > position ? 1 : 0 }
    }
  }

  /// Frees the key's slot, and moves those into the hole that were pushed past it.
  private func vacate(_ position: Int) {
    var hole = home(of: keys[position])
    while slots[hole] != position { hole = after(hole) }
    var slot = after(hole)
    while slots[slot] >= 0 {
      let home = home(of: keys[Int(slots[slot])])
      // Whether the hole lies on the way from home to slot, around the end of the table.
      if (slot &- home) & (slots.count - 1) >= (slot &- hole) & (slots.count - 1) {
        slots[hole] = slots[slot]
        hole = slot
      }
      slot = after(slot)
    }
    slots[hole] = -1
  }

  /// Gets room for so many keys at once.
  func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    if count > Self.walkMax { rebuildSlots(atLeast: count * 2) }
  }

  /// The memory of the table, approximately.
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

  private func home(of key: String) -> Int {
    var hasher = Hasher()
    key.hashBytes(into: &hasher)
    return hasher.finalize() & (slots.count - 1)
  }

  private func after(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
