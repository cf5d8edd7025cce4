/// Assigns to values of a new buffer the old values with the same bytes.
///
///     old   a b c d e f        new   a b x d c f
///           head 2 ┘   tail 1        middle  x→none  d→1  c→0     counted from the old middle
struct MemoryMatch {
  /// The number of equal values at the start and at the end.
  private(set) var head: Int
  private(set) var tail: Int
  /// For each new value in between, its old position after the head, or -1.
  private(set) var partners: [Int32] = []

  init(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ memory: ValueMemory) {
    let stride = memory.stride
    head = memory.commonHead(old, new)
    let oldRest = UnsafeRawBufferPointer(rebasing: old[(head * stride)...])
    let newRest = UnsafeRawBufferPointer(rebasing: new[(head * stride)...])
    tail = memory.commonTail(oldRest, newRest)
    let oldCount = oldRest.count / stride - tail
    let newCount = newRest.count / stride - tail
    // Not `Array(repeating:count:)`, which looks up its own type at run time.
    partners.reserveCapacity(newCount)
    partners += repeatElement(-1, count: newCount)
    guard oldCount > 0, newCount > 0, oldCount + newCount > 2,
      let oldStart = oldRest.baseAddress, let newStart = newRest.baseAddress
    else { return }
    var isTaken = [Bool](repeating: false, count: oldCount)
    if oldCount == newCount {
      for index in 0..<newCount
      where memory.areEqual(oldStart + index * stride, newStart + index * stride) {
        partners[index] = Int32(index)
        isTaken[index] = true
      }
    }
    matchByHash(oldStart, newStart, isTaken, memory)
  }

  /// The new values between head and tail without an old one.
  var freshPositions: [Int] { partners.indices.filter { partners[$0] < 0 } }

  /// The old values between head and tail without a new one; the counts of both must be equal.
  var lostPositions: [Int] {
    var isTaken = [Bool](repeating: false, count: partners.count)
    for partner in partners where partner >= 0 { isTaken[Int(partner)] = true }
    return isTaken.indices.filter { !isTaken[$0] }
  }

  /// Whether all values with an old one have kept their positions.
  var isInPlace: Bool {
    partners.indices.allSatisfy { partners[$0] < 0 || Int(partners[$0]) == $0 }
  }

  /// Returns the end of the values from a position on whose old positions follow each other.
  func endOfRun(from position: Int) -> Int {
    var end = position + 1
    while end < partners.count, partners[end] == partners[end - 1] + 1 { end += 1 }
    return end
  }

  /// Returns how many values have to be copied to change the old values into the new ones.
  ///
  /// If both counts are equal, moved values need not be copied.
  func copyCount(from oldCount: Int, to newCount: Int) -> Int {
    guard oldCount == newCount else { return max(oldCount - head - tail, partners.count) }
    return partners.count { $0 < 0 }
  }

  /// Matches the remaining values at any positions; equal values in order.
  private mutating func matchByHash(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ isTaken: [Bool], _ memory: ValueMemory
  ) {
    var table = PositionTable(capacity: isTaken.count)
    for index in isTaken.indices.reversed() where !isTaken[index] {
      table.insert(index, hash: memory.hash(old + index * memory.stride))
    }
    guard !table.isEmpty else { return }
    for index in partners.indices where partners[index] < 0 {
      let value = new + index * memory.stride
      let slot = table.slot(of: memory.hash(value))
      guard let partner = table.first(in: slot),
        memory.areEqual(old + partner * memory.stride, value)
      else { continue }
      partners[index] = Int32(partner)
      table.removeFirst(in: slot)
    }
  }
}

/// Positions by a mixed hash: open addressing, linear probing.
///
///     slots   . 7 . 3 4 .        each the first position with its hash, or none
///                   │
///     next          └▶ 9         further positions with the same hash
///
/// It has memory of its own: an array would check with each position whether it is uniquely owned.
private struct PositionTable: ~Copyable {
  private struct Slot {
    /// The lower half of the hash; the slot's index represents the upper bits.
    var tag: UInt32 = 0
    var position = Slot.vacant

    static let vacant: Int32 = -1
    /// All positions with a hash are removed; values probed past the slot can still be found.
    static let exhausted: Int32 = -2
  }

  private let slots: UnsafeMutableBufferPointer<Slot>
  private let next: UnsafeMutableBufferPointer<Int32>
  private let shift: UInt64
  private(set) var isEmpty = true

  /// Creates a table for positions below a number.
  init(capacity: Int) {
    let bits = max(4, Int.bitWidth - (2 * capacity).leadingZeroBitCount)
    shift = UInt64(UInt64.bitWidth - bits)
    slots = .allocate(capacity: 1 << bits)
    slots.initialize(repeating: Slot())
    next = .allocate(capacity: capacity)
    next.initialize(repeating: Slot.exhausted)
  }

  deinit {
    slots.deallocate()
    next.deallocate()
  }

  /// Inserts a position before those with the same hash.
  mutating func insert(_ position: Int, hash: UInt64) {
    let slot = slot(of: hash)
    if slots[slot].position >= 0 { next[position] = slots[slot].position }
    assert(next.indices.contains(position), "the position is in the table")
    slots[slot] = Slot(tag: UInt32(truncatingIfNeeded: hash), position: Int32(position))
    isEmpty = false
  }

  /// Returns the slot of a hash, or the free slot for it.
  func slot(of hash: UInt64) -> Int {
    let tag = UInt32(truncatingIfNeeded: hash)
    var index = Int(truncatingIfNeeded: hash >> shift)
    while slots[index].position != Slot.vacant, slots[index].tag != tag {
      index = (index &+ 1) & (slots.count &- 1)
    }
    return index
  }

  /// Returns the first position in a slot.
  func first(in slot: Int) -> Int? {
    slots[slot].position < 0 ? nil : Int(slots[slot].position)
  }

  /// Removes the position that `first(in:)` returns.
  mutating func removeFirst(in slot: Int) {
    assert(slots[slot].position >= 0, "the slot has a position")
    slots[slot].position = next[Int(slots[slot].position)]
  }
}
