/// Counts of places, with the sum before a place in O(log n) (Fenwick 1994).
///
///     node i holds the counts of the (i & -i) places that end at i, counted from 1:
///
///     8 ├───────────────┤
///     4 ├───────┤
///     2 ├───┤     6 ├───┤
///     1 ├─┤ 3 ├─┤ 5 ├─┤ 7 ├─┤
struct FenwickTree {
  private var nodes: [Int]

  init(_ counts: [Int]) {
    nodes = [0] + counts
    for index in nodes.indices.dropFirst() {
      let parent = index + (index & -index)
      if parent < nodes.count { nodes[parent] += nodes[index] }
    }
  }

  /// The sum of the counts at places before this one.
  func sum(before place: Int) -> Int {
    var sum = 0
    var index = place
    while index > 0 {
      sum += nodes[index]
      index -= index & -index
    }
    return sum
  }

  mutating func add(_ change: Int, at place: Int) {
    var index = place + 1
    while index < nodes.count {
      nodes[index] += change
      index += index & -index
    }
  }
}
