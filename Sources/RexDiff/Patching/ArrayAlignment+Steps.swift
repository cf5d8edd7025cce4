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
private struct ElementLine {
  private var occupied: OccupiedPlaces
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

    occupied = OccupiedPlaces(count: slotCount)
    for slot in slotOfOld { occupied.insert(slot) }
    for index in alignment.removed { occupied.remove(slotOfOld[index]) }
  }

  /// Moves an old element to its new place; its index before, and after.
  mutating func move(old: Int, new: Int) -> (from: Int, to: Int) {
    let from = occupied.count(before: slotOfOld[old])
    occupied.remove(slotOfOld[old])
    return (from, add(new: new))
  }

  /// Puts an element into its new place; its index.
  mutating func add(new: Int) -> Int {
    occupied.insert(slotOfNew[new])
    return occupied.count(before: slotOfNew[new])
  }
}

extension ArrayAlignment {
  /// What is to be done, step by step, to bring the old elements into the new order.
  enum Step {
    /// Takes the element at an index away.
    case remove(Int)
    /// Moves an element from one index to another.
    case move(from: Int, to: Int)
    /// Puts a new element at an index.
    case add(Int, new: Int)
    /// Changes an old element into the new one at the same index, once all stand in place.
    case edit(old: Int, new: Int)
  }

  /// Removes, last first; then moves and adds in new order; then edits.
  func steps(oldCount: Int) -> [Step] {
    var steps = removed.reversed().map(Step.remove)
    steps.reserveCapacity(removed.count + 2 * origins.count)
    var line = ElementLine(self, oldCount: oldCount)
    for (index, origin) in origins.enumerated() {
      switch origin {
      case .kept: break
      case .moved(let old):
        let (from, to) = line.move(old: old, new: index)
        if from != to { steps.append(.move(from: from, to: to)) }
      case .added:
        steps.append(.add(line.add(new: index), new: index))
      }
    }
    for (index, origin) in origins.enumerated() {
      switch origin {
      case .kept(let old), .moved(let old): steps.append(.edit(old: old, new: index))
      case .added: break
      }
    }
    return steps
  }
}
