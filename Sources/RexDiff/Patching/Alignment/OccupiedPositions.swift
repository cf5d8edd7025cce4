/// Which places on a line are occupied, with the number of them before a place in O(log n).
///
/// A bit for each place, and over their words a tree of counts (Fenwick 1994): node i has the
/// count of the (i & -i) words that end at i, counted from 1.
///
///     8 ├───────────────┤
///     4 ├───────┤
///     2 ├───┤     6 ├───┤
///     1 ├─┤ 3 ├─┤ 5 ├─┤ 7 ├─┤
struct OccupiedPositions {
  private var words: [UInt64]
  private var nodes: [Int32]

  /// The places whose flags are set.
  init(_ flags: [Bool]) {
    words = Array(repeating: 0, count: flags.count / UInt64.bitWidth + 1)
    for (place, flag) in flags.enumerated() where flag {
      words[place >> 6] |= 1 << UInt64(place & 63)
    }
    nodes = [0] + words.map { Int32($0.nonzeroBitCount) }
    for index in 1..<nodes.count where index + (index & -index) < nodes.count {
      nodes[index + (index & -index)] += nodes[index]
    }
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

  /// Frees a place that is occupied.
  mutating func remove(_ place: Int) {
    words[place >> 6] &= ~(1 << UInt64(place & 63))
    nodes.withUnsafeMutableBufferPointer { nodes in
      var index = (place >> 6) + 1
      while index < nodes.count {
        nodes[index] -= 1
        index += index & -index
      }
    }
  }
}
