/// The positions of elements while an array is changed into its new order, one operation at a time.
///
/// Each kept element is followed by the elements that are already at their new positions, and then
/// by the old elements that still wait to be moved:
///
///     old  a b c d e    new  d a c x e      a, c and e are kept, d moves, x is added, b removed
///
///     b is removed              a   c (d) e
///     move d, from 2 to 0     d a   c     e      2: after the kept a and c
///     add x, at 3             d a   c x   e
///
/// So a new position is preceded by the new positions before it, and by the elements that wait
/// before the last kept element passed. A waiting element is preceded by those that wait before it,
/// by the elements already placed up to the next kept element (all of them if that was passed,
/// otherwise those placed so far), and by the kept elements before it.
private struct ElementLine {
  private var waiting: OccupiedPositions
  private var isWaiting: [Bool]
  /// For each old element, the number of kept ones before it.
  private var keptCounts: [Int32] = []
  /// The new positions of the kept elements.
  private var keptPositions: [Int] = []
  /// The number of kept elements that were passed, and the old position of the last.
  private var passedCount = 0
  private var passedOld = 0
  /// The number of elements that wait before the last kept element that was passed.
  private var waitingBeforePassed = 0

  /// Creates the state after the removals.
  init(_ alignment: ArrayAlignment, oldCount: Int) {
    var flags = Array(repeating: false, count: oldCount)
    keptCounts.reserveCapacity(oldCount)
    for (new, origin) in alignment.origins.enumerated() {
      switch origin {
      case .kept(let old):
        keptCounts += repeatElement(Int32(keptPositions.count), count: old + 1 - keptCounts.count)
        keptPositions.append(new)
      case .moved(let old): flags[old] = true
      case .added: break
      }
    }
    keptCounts += repeatElement(Int32(keptPositions.count), count: oldCount - keptCounts.count)
    isWaiting = flags
    waiting = OccupiedPositions(flags)
  }

  /// Moves on past a kept element.
  mutating func pass(old: Int) {
    for position in passedOld..<old where isWaiting[position] { waitingBeforePassed += 1 }
    passedOld = old
    passedCount += 1
  }

  /// Moves an old element to its new position; returns its index before and after.
  mutating func move(old: Int, new: Int) -> (from: Int, to: Int) {
    let keptCount = Int(keptCounts[old])
    let placedCount =
      keptCount < passedCount ? keptPositions[keptCount] : new + keptCount - passedCount
    let from = placedCount + waiting.count(before: old)
    waiting.remove(old)
    isWaiting[old] = false
    if old < passedOld { waitingBeforePassed -= 1 }
    return (from, index(new: new))
  }

  /// Returns the index of an element that is placed at its new position.
  func index(new: Int) -> Int { new + waitingBeforePassed }
}

extension ArrayAlignment {
  /// An operation of changing the old elements into the new order.
  enum Step {
    /// Removes the element at an index.
    case remove(Int)
    /// Moves an element from one index to another.
    case move(from: Int, to: Int)
    /// Inserts a new element at an index.
    case add(Int, new: Int)
    /// Changes an old element into the new one at its index, after all elements are placed.
    case edit(old: Int, new: Int)
  }

  /// Returns the removals, last first; then moves and additions in new order; then edits.
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
