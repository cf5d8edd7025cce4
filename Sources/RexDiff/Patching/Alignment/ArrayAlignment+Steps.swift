/// The positions of elements while an array is changed into its new order, one operation at a time.
///
/// The kept elements stay in place. After each of them come the elements that were placed at their
/// new positions, and then the old elements that wait to be moved:
///
///     old  a b c d e    new  d a c x e      a, c and e are kept, d moves, x is added, b removed
///
///     b is removed              a   c (d) e
///     move d, from 2 to 0     d a   c     e      2: after the kept a and c
///     add x, at 3             d a   c x   e
///
/// The new order is produced from the start; a kept element is passed when it is reached. The index
/// of a new position is that position plus the number of elements that wait before the last kept
/// element passed. The index of a waiting element is the number of elements that wait before it,
/// plus the number of others before it:
///
/// - If the kept element that follows it in the old order was passed, the others are all elements
///   placed or passed before that kept element.
/// - Otherwise, they are all elements placed or passed so far, and the kept elements between the
///   last one passed and the waiting element.
private struct ElementPositions {
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
    isWaiting = Array(repeating: false, count: oldCount)
    keptCounts.reserveCapacity(oldCount)
    for (new, origin) in alignment.origins.enumerated() {
      switch origin {
      case .kept(let old):
        keptCounts += repeatElement(Int32(keptPositions.count), count: old + 1 - keptCounts.count)
        keptPositions.append(new)
      case .moved(let old): isWaiting[old] = true
      case .added: break
      }
    }
    keptCounts += repeatElement(Int32(keptPositions.count), count: oldCount - keptCounts.count)
    waiting = OccupiedPositions(isWaiting)
  }

  /// Passes a kept element.
  mutating func pass(old: Int) {
    for position in passedOld..<old where isWaiting[position] { waitingBeforePassed += 1 }
    passedOld = old
    passedCount += 1
  }

  /// Moves an old element to its new position; returns its index before and after.
  mutating func move(old: Int, new: Int) -> (from: Int, to: Int) {
    let keptCount = Int(keptCounts[old])
    let othersCount =
      keptCount < passedCount ? keptPositions[keptCount] : new + keptCount - passedCount
    let from = othersCount + waiting.count(before: old)
    waiting.remove(old)
    isWaiting[old] = false
    if old < passedOld { waitingBeforePassed -= 1 }
    return (from, index(new: new))
  }

  /// Returns the index of an element that is placed at its new position.
  func index(new: Int) -> Int { new + waitingBeforePassed }
}

extension ArrayAlignment {
  /// One operation of the change from the old array to the new one.
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
    var positions = ElementPositions(self, oldCount: oldCount)
    for (index, origin) in origins.enumerated() {
      switch origin {
      case .kept(let old): positions.pass(old: old)
      case .moved(let old):
        let (from, to) = positions.move(old: old, new: index)
        if from != to { steps.append(.move(from: from, to: to)) }
      case .added:
        steps.append(.add(positions.index(new: index), new: index))
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
