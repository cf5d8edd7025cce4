/// Where elements stand while an array is brought into its new order one operation at a time.
///
/// Every place an element will ever have gets a slot on one line; an element's index is the
/// number of occupied slots before its own. Between two kept elements the new places come first,
/// so that what is already in order precedes what still has to move away.
///
///     old  a b c d    new  c a d x         a and d are kept, c moves, x is added, b is removed
///
///     slots      c'  a   b   c   d   x'
///     at first       1   -   1   1         b was removed before
///     move c     1   1   -   -   1         from 1, path 0
///     add x      1   1   -   -   1   1     path 3
struct ElementLine {
  private var occupied: FenwickTree
  private var slotOfOld: [Int]
  private var slotOfNew: [Int]

  /// The line after the removed elements are gone.
  init(_ alignment: ArrayAlignment, oldCount: Int) {
    slotOfOld = []
    slotOfNew = []
    slotOfOld.reserveCapacity(oldCount)
    slotOfNew.reserveCapacity(alignment.origins.count)
    var slotCount = 0
    func nextSlot() -> Int {
      defer { slotCount += 1 }
      return slotCount
    }
    for origin in alignment.origins {
      if case .kept(let old) = origin {
        while slotOfOld.count <= old { slotOfOld.append(nextSlot()) }
        slotOfNew.append(slotOfOld[old])
      } else {
        slotOfNew.append(nextSlot())
      }
    }
    while slotOfOld.count < oldCount { slotOfOld.append(nextSlot()) }

    var counts = [Int](repeating: 0, count: slotCount)
    for slot in slotOfOld { counts[slot] = 1 }
    for index in alignment.removed { counts[slotOfOld[index]] = 0 }
    occupied = FenwickTree(counts)
  }

  /// Moves an old element to its new place; its index before, and after.
  mutating func move(old: Int, new: Int) -> (from: Int, to: Int) {
    let from = occupied.sum(before: slotOfOld[old])
    occupied.add(-1, at: slotOfOld[old])
    return (from, add(new: new))
  }

  /// Puts an element into its new place; its index.
  mutating func add(new: Int) -> Int {
    occupied.add(1, at: slotOfNew[new])
    return occupied.sum(before: slotOfNew[new])
  }
}
