/// Assigns to each new element of an array the old element that it comes from.
///
///     old   a b c d e          new   a e b x d
///
///     identity    a→0  e→4  b→1  x→none  d→3
///     longest increasing subsequence      a0 b1 d3   kept
///     known, but not in it                e4         moved
///     unknown, in a gap that lost c       x          kept in place of c, and edited
///     unknown otherwise                              added
///     old elements without a new one                 removed
///
/// The caller identifies the elements; see `ElementIdentity`. The time is O(n log n).
struct ArrayAlignment {
  enum Origin: Equatable {
    /// The old element keeps its order; its content may differ.
    case kept(old: Int)
    /// The old element changes its order; its content may differ.
    case moved(old: Int)
    /// There is no old element.
    case added
  }

  /// The origin of each new element.
  private(set) var origins: [Origin]
  /// The old elements without a new one, in order.
  private(set) var removed: [Int] = []

  /// Aligns elements, given the old position of each new element that is known.
  init(partners: [Int?], oldCount: Int) {
    origins = partners.map { $0.map { .moved(old: $0) } ?? .added }
    for index in longestIncreasingSubsequence(partners) {
      if let partner = partners[index] { origins[index] = .kept(old: partner) }
    }
    pairUnknown(isTaken: oldCount.flags(at: partners.compactMap { $0 }))
  }

  /// Returns for each new element the old one with the same identity, equal identities in order.
  static func partners<Identity: Hashable>(
    from old: some BidirectionalCollection<(position: Int, identity: Identity)>,
    to new: some Sequence<Identity>
  ) -> [Int?] {
    // For each identity, a linked list of positions: `firsts` has the index of its head in `next`.
    var firsts: [Identity: Int] = [:]
    var next: [(position: Int, next: Int?)] = []
    for element in old.reversed() {
      next.append((element.position, firsts.updateValue(next.count, forKey: element.identity)))
    }
    return new.map { identity in
      guard let first = firsts[identity] else { return nil }
      firsts[identity] = next[first].next
      return next[first].position
    }
  }

  /// In each gap between kept elements, pairs the unknown new elements with the old elements that
  /// have no partner.
  private mutating func pairUnknown(isTaken: [Bool]) {
    var oldIndex = 0
    var unknown: [Int] = []
    func takeUntaken(before end: Int) -> [Int] {
      defer { oldIndex = end }
      return (oldIndex..<end).filter { !isTaken[$0] }
    }
    for index in origins.indices {
      switch origins[index] {
      case .kept(let old):
        pair(&unknown, with: takeUntaken(before: old))
        oldIndex = old + 1
      case .moved: break
      case .added: unknown.append(index)
      }
    }
    pair(&unknown, with: takeUntaken(before: isTaken.count))
  }

  private mutating func pair(_ unknown: inout [Int], with untaken: [Int]) {
    for (index, old) in zip(unknown, untaken) { origins[index] = .kept(old: old) }
    removed += untaken.dropFirst(unknown.count)
    unknown.removeAll(keepingCapacity: true)
  }
}

extension Int {
  fileprivate func flags(at positions: [Int]) -> [Bool] {
    var flags = [Bool](repeating: false, count: self)
    for position in positions { flags[position] = true }
    return flags
  }
}

/// Returns the indices of a longest strictly increasing subsequence, ignoring nils (Fredman 1975).
package func longestIncreasingSubsequence(_ values: [Int?]) -> [Int] {
  // The smallest value that ends an increasing subsequence of each length, and its index.
  var tails = [Int](repeating: 0, count: values.count)
  var positions = tails
  var previous = [Int](repeating: -1, count: values.count)
  var lengthMax = 0
  tails.withUnsafeMutableBufferPointer { tails in
    positions.withUnsafeMutableBufferPointer { positions in
      previous.withUnsafeMutableBufferPointer { previous in
        for (position, value) in values.enumerated() {
          guard let value else { continue }
          let length = countBelow(value, in: UnsafeBufferPointer(rebasing: tails[..<lengthMax]))
          if length > 0 { previous[position] = positions[length - 1] }
          tails[length] = value
          positions[length] = position
          lengthMax = max(lengthMax, length + 1)
        }
      }
    }
  }
  var subsequence: [Int] = []
  var position = lengthMax > 0 ? positions[lengthMax - 1] : -1
  while position >= 0 {
    subsequence.append(position)
    position = previous[position]
  }
  return subsequence.reversed()
}

/// Returns how many of the tails, whose values increase, are less than a value.
///
/// The branches of a binary search would be unpredictable. The signs of the differences decide
/// without branches, and three comparisons at a time are independent.
private func countBelow(_ value: Int, in tails: UnsafeBufferPointer<Int>) -> Int {
  guard var low = tails.baseAddress else { return 0 }
  let start = low
  var rest = tails.count
  /// Returns 1 if a tail is less than the value, else 0.
  func isBelow(_ tail: Int) -> Int { (tail &- value) >> (Int.bitWidth - 1) & 1 }
  while rest > 3 {
    let quarter = rest >> 2
    let (second, third) = (2 &* quarter, 3 &* quarter)
    low +=
      quarter
      &* (isBelow(low[quarter &- 1]) &+ isBelow(low[second &- 1]) &+ isBelow(low[third &- 1]))
    rest &-= third
  }
  var count = low - start
  for index in 0..<rest { count &+= isBelow(low[index]) }
  return count
}
