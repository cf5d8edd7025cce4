/// Which old element each new element of an array comes from.
///
///     old   a b c d e          new   a e b x d
///
///     identity    a→0  e→4  b→1  x→none  d→3
///     longest rising run of old places      a0 b1 d3        stay
///     known, outside the run                e4              moves
///     unknown, but a gap lost one: x ← c    between b and d is edited in place
///     unknown, and no partner               is added;  old ones without partner are removed
///
/// Who knows the elements says which are which; see `ElementIdentity`. O(n log n).
struct ArrayAlignment {
  enum Origin: Equatable {
    /// The old element stays in order; its content may differ.
    case kept(old: Int)
    /// The old element changes its order; its content may differ.
    case moved(old: Int)
    /// There was no such element.
    case added
  }

  /// One origin for each new element.
  private(set) var origins: [Origin]
  /// The old elements that are no origin, in order.
  private(set) var removed: [Int] = []

  /// Aligns elements of which some are known to be old ones: for each new one its old place.
  init(partners: [Int?], oldCount: Int) {
    origins = partners.map { $0.map { .moved(old: $0) } ?? .added }
    for index in longestRisingRun(partners) {
      if let partner = partners[index] { origins[index] = .kept(old: partner) }
    }
    pairLeftovers(isTaken: oldCount.flags(at: partners.compactMap { $0 }))
  }

  /// For each new element the old one of the same identity; of equal ones the n-th is the n-th.
  static func partners<Identity: Hashable>(
    from old: some BidirectionalCollection<(place: Int, identity: Identity)>,
    to new: some Sequence<Identity>
  ) -> [Int?] {
    var chains: [Identity: Int] = [:]
    var next: [(place: Int, next: Int?)] = []
    for element in old.reversed() {
      next.append((element.place, chains.updateValue(next.count, forKey: element.identity)))
    }
    return new.map { identity in
      guard let link = chains[identity] else { return nil }
      chains[identity] = next[link].next
      return next[link].place
    }
  }

  /// Pairs the unknown new elements of each gap between kept ones with the gap's lost old ones.
  private mutating func pairLeftovers(isTaken: [Bool]) {
    var oldIndex = 0
    var waiting: [Int] = []
    func takeLost(before end: Int) -> [Int] {
      defer { oldIndex = end }
      return (oldIndex..<end).filter { !isTaken[$0] }
    }
    for index in origins.indices {
      switch origins[index] {
      case .kept(let old):
        pair(&waiting, with: takeLost(before: old))
        oldIndex = old + 1
      case .moved: break
      case .added: waiting.append(index)
      }
    }
    pair(&waiting, with: takeLost(before: isTaken.count))
  }

  private mutating func pair(_ waiting: inout [Int], with lost: [Int]) {
    for (index, old) in zip(waiting, lost) { origins[index] = .kept(old: old) }
    removed += lost.dropFirst(waiting.count)
    waiting.removeAll(keepingCapacity: true)
  }
}

extension Int {
  fileprivate func flags(at places: [Int]) -> [Bool] {
    var flags = [Bool](repeating: false, count: self)
    for place in places { flags[place] = true }
    return flags
  }
}

/// The places of a longest strictly rising subsequence, without the nils (Fredman 1975).
private func longestRisingRun(_ values: [Int?]) -> [Int] {
  // The least value that ends a rising run of each length, and where it stands.
  var tails = [Int](repeating: 0, count: values.count)
  var places = tails
  var previous = [Int](repeating: -1, count: values.count)
  var lengthMax = 0
  tails.withUnsafeMutableBufferPointer { tails in
    places.withUnsafeMutableBufferPointer { places in
      previous.withUnsafeMutableBufferPointer { previous in
        for (place, value) in values.enumerated() {
          guard let value else { continue }
          let length = countBelow(value, in: UnsafeBufferPointer(rebasing: tails[..<lengthMax]))
          if length > 0 { previous[place] = places[length - 1] }
          tails[length] = value
          places[length] = place
          lengthMax = max(lengthMax, length + 1)
        }
      }
    }
  }
  var run: [Int] = []
  var place = lengthMax > 0 ? places[lengthMax - 1] : -1
  while place >= 0 {
    run.append(place)
    place = previous[place]
  }
  return run.reversed()
}

/// How many of the tails, whose values rise, are below a value.
///
/// Which quarter it is cannot be predicted: the signs of the differences decide, without a branch,
/// and three at a time do not wait for each other.
private func countBelow(_ value: Int, in tails: UnsafeBufferPointer<Int>) -> Int {
  guard var low = tails.baseAddress else { return 0 }
  let start = low
  var rest = tails.count
  /// 1 where a tail is below the value, else 0.
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
