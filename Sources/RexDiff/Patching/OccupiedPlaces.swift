/// Which places on a line are occupied, with the number of them before a place in O(log n).
///
/// A bit for each place, and over their words a tree of counts (Fenwick 1994): node i has the
/// count of the (i & -i) words that end at i, counted from 1.
///
///     8 ├───────────────┤
///     4 ├───────┤
///     2 ├───┤     6 ├───┤
///     1 ├─┤ 3 ├─┤ 5 ├─┤ 7 ├─┤
struct OccupiedPlaces {
  private var words: [UInt64]
  private var nodes: [Int32]

  /// So many places, none occupied.
  init(count: Int) {
    words = Array(repeating: 0, count: count / UInt64.bitWidth + 1)
    nodes = Array(repeating: 0, count: words.count + 1)
  }

  /// How many places before this one are occupied.
  func count(before place: Int) -> Int {
    var index = place >> 6
    var count = (words[index] & ((1 << UInt64(place & 63)) - 1)).nonzeroBitCount
    while index > 0 {
      count += Int(nodes[index])
      index &= index - 1
    }
    return count
  }

  /// Occupies a place that is not.
  mutating func insert(_ place: Int) {
    words[place >> 6] |= 1 << UInt64(place & 63)
    add(1, atWord: place >> 6)
  }

  /// Frees a place that is occupied.
  mutating func remove(_ place: Int) {
    words[place >> 6] &= ~(1 << UInt64(place & 63))
    add(-1, atWord: place >> 6)
  }

  private mutating func add(_ change: Int32, atWord word: Int) {
    var index = word + 1
    while index < nodes.count {
      nodes[index] += change
      index += index & -index
    }
  }
}
