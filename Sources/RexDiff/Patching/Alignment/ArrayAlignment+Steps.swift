/// Where elements stand while an array is brought into its new order one operation at a time.
///
/// Behind each kept element come those that have their new place already, then the old ones that
/// still wait to be moved:
///
///     old  a b c d e    new  d a c x e      a, c and e are kept, d moves, x is added, b removed
///
///     b is removed              a   c (d) e
///     move d, from 2 to 0     d a   c     e      2: the kept a and c stand before it
///     add x, at 3             d a   c x   e
///
/// So before a new place there are the new ones before it, and what waits before the last kept
/// element passed. Before a waiting element there are those that wait before it, and what is in
/// place up to the next kept element: all of it when that is passed already, else what there is,
/// and the kept elements on the way.
private struct ElementLine {
  private var waiting: OccupiedPositions
  private var isWaiting: [Bool]
  /// For each old element the number of kept ones before it.
  private var keptCounts: [Int32] = []
  /// The new places of the kept elements.
  private var keptPlaces: [Int] = []
  /// How many kept elements are passed, and the old place of the last.
  private var passedCount = 0
  private var passedOld = 0
  /// How many elements wait before the last kept element that is passed.
  private var waitingBeforePassed = 0

  /// The line after the removed elements are gone.
  init(_ alignment: ArrayAlignment, oldCount: Int) {
    var flags = Array(repeating: false, count: oldCount)
    keptCounts.reserveCapacity(oldCount)
    for (new, origin) in alignment.origins.enumerated() {
      switch origin {
      case .kept(let old):
        keptCounts += repeatElement(Int32(keptPlaces.count), count: old + 1 - keptCounts.count)
        keptPlaces.append(new)
      case .moved(let old): flags[old] = true
      case .added: break
      }
    }
    keptCounts += repeatElement(Int32(keptPlaces.count), count: oldCount - keptCounts.count)
    isWaiting = flags
    waiting = OccupiedPositions(flags)
  }

  /// Goes on behind a kept element.
  mutating func pass(old: Int) {
    for place in passedOld..<old where isWaiting[place] { waitingBeforePassed += 1 }
    passedOld = old
    passedCount += 1
  }

  /// Moves an old element to its new place; its index before, and after.
  mutating func move(old: Int, new: Int) -> (from: Int, to: Int) {
    let keptCount = Int(keptCounts[old])
    let placedCount =
      keptCount < passedCount ? keptPlaces[keptCount] : new + keptCount - passedCount
    let from = placedCount + waiting.count(before: old)
    waiting.remove(old)
    isWaiting[old] = false
    if old < passedOld { waitingBeforePassed -= 1 }
    return (from, index(new: new))
  }

  /// The index of an element that takes its new place.
  func index(new: Int) -> Int { new + waitingBeforePassed }
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
      case .kept(let old): line.pass(old: old)
      case .moved(let old):
        let (from, to) = line.move(old: old, new: index)
        if from != to { steps.append(.move(from: from, to: to)) }
      case .added:
        steps.append(.add(line.index(new: index), new: index))
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
