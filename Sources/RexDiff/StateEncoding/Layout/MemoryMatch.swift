/// Which values of an old buffer stand again in a new one, byte for byte.
///
///     old   a b c d e f        new   a b x d c f
///           head 2 ┘   tail 1        middle  x→none  d→1  c→0     counted from the old middle
struct MemoryMatch {
  /// How many values are the same at the start and at the end.
  private(set) var head: Int
  private(set) var tail: Int
  /// For each new value between them, its old place after the head; none is -1.
  private(set) var partners: [Int32] = []

  init(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ memory: ValueMemory) {
    let stride = memory.stride
    head = memory.commonHead(old, new)
    let oldRest = UnsafeRawBufferPointer(rebasing: old[(head * stride)...])
    let newRest = UnsafeRawBufferPointer(rebasing: new[(head * stride)...])
    tail = memory.commonTail(oldRest, newRest)
    let oldCount = oldRest.count / stride - tail
    let newCount = newRest.count / stride - tail
    // Not `Array(repeating:count:)`, which looks its own type up at run time.
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

  /// The new values between head and tail that are no old ones.
  var freshPlaces: [Int] { partners.indices.filter { partners[$0] < 0 } }

  /// The old values between that are no new ones, where there are as many of each.
  var lostPlaces: [Int] {
    var isTaken = [Bool](repeating: false, count: partners.count)
    for partner in partners where partner >= 0 { isTaken[Int(partner)] = true }
    return isTaken.indices.filter { !isTaken[$0] }
  }

  /// Whether the old values stand again where they stood, or are gone.
  var isInPlace: Bool {
    partners.indices.allSatisfy { partners[$0] < 0 || Int(partners[$0]) == $0 }
  }

  /// How many values have to be copied to make the old ones the new ones.
  ///
  /// As long as there are as many, moving does not copy them.
  func copyCount(from oldCount: Int, to newCount: Int) -> Int {
    guard oldCount == newCount else { return max(oldCount - head - tail, partners.count) }
    var count = 0
    for partner in partners where partner < 0 { count += 1 }
    return count
  }

  /// Matches what is still loose, wherever it stands; equal values in their order.
  private mutating func matchByHash(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ isTaken: [Bool], _ memory: ValueMemory
  ) {
    var table = PlaceTable(capacity: isTaken.count)
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

/// Places by a hash that is mixed already: open addressing, linear probing.
///
///     slots   . 7 . 3 4 .        each the first place with its hash, or none
///                   │
///     next          └▶ 9         further places with the same hash
///
/// In memory of its own: an array would ask with each place whether it is still the only owner.
private struct PlaceTable: ~Copyable {
  private struct Slot {
    /// The lower half of the hash; the upper bits are told by where the slot is.
    var tag: UInt32 = 0
    var place = Slot.vacant

    static let vacant: Int32 = -1
    /// The places of a hash are all removed; what was put behind the slot is still found.
    static let exhausted: Int32 = -2
  }

  private let slots: UnsafeMutableBufferPointer<Slot>
  private let next: UnsafeMutableBufferPointer<Int32>
  private let shift: UInt64
  private(set) var isEmpty = true

  /// A table for places below a number.
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

  /// Puts a place before those of the same hash.
  mutating func insert(_ place: Int, hash: UInt64) {
    let slot = slot(of: hash)
    if slots[slot].place >= 0 { next[place] = slots[slot].place }
    slots[slot] = Slot(tag: UInt32(truncatingIfNeeded: hash), place: Int32(place))
    isEmpty = false
  }

  /// The slot of a hash, or the vacant one that it would take.
  func slot(of hash: UInt64) -> Int {
    let tag = UInt32(truncatingIfNeeded: hash)
    var index = Int(truncatingIfNeeded: hash >> shift)
    while slots[index].place != Slot.vacant, slots[index].tag != tag {
      index = (index &+ 1) & (slots.count &- 1)
    }
    return index
  }

  /// The first place in a slot.
  func first(in slot: Int) -> Int? {
    slots[slot].place < 0 ? nil : Int(slots[slot].place)
  }

  /// Removes the place that `first(in:)` gives.
  mutating func removeFirst(in slot: Int) {
    slots[slot].place = next[Int(slots[slot].place)]
  }
}
