/// The occupied positions in a range, which counts those before a position in O(log n).
///
/// It has one bit per position, and a tree of counts over their words (Fenwick 1994): node i has
/// the count of the (i & -i) words that end at i, numbered from 1.
///
///     8 ├───────────────┤
///     4 ├───────┤
///     2 ├───┤     6 ├───┤
///     1 ├─┤ 3 ├─┤ 5 ├─┤ 7 ├─┤
struct OccupiedPositions {
  private var words: [UInt64]
  private var nodes: [Int32]

  /// Creates the set of the positions whose flags are true.
  init(_ flags: [Bool]) {
    words = Array(repeating: 0, count: flags.count / UInt64.bitWidth + 1)
    for (position, flag) in flags.enumerated() where flag {
      words[position >> 6] |= 1 << UInt64(position & 63)
    }
    nodes = [0] + words.map { Int32($0.nonzeroBitCount) }
    for index in 1..<nodes.count where index + (index & -index) < nodes.count {
      nodes[index + (index & -index)] += nodes[index]
    }
  }

  /// Returns the number of occupied positions before this one.
  func count(before position: Int) -> Int {
    var index = position >> 6
    var count = (words[index] & ((1 << UInt64(position & 63)) - 1)).nonzeroBitCount
    while index > 0 {
      count += Int(nodes[index])
      index &= index - 1
    }
    return count
  }

  /// Removes an occupied position.
  mutating func remove(_ position: Int) {
    words[position >> 6] &= ~(1 << UInt64(position & 63))
    nodes.withUnsafeMutableBufferPointer { nodes in
      var index = (position >> 6) + 1
      while index < nodes.count {
        nodes[index] -= 1
        index += index & -index
      }
    }
  }
}
