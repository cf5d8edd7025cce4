/// The significant bytes of a value; the others are padding, which differs between copies.
struct ByteMask {
  /// 0xFF for a significant byte, 0 for padding.
  private(set) var bytes: [UInt8]

  init(all count: Int) {
    bytes = Array(repeating: 0xFF, count: count)
  }

  init(none count: Int) {
    bytes = Array(repeating: 0, count: count)
  }

  var count: Int { bytes.count }

  /// The ranges of significant bytes.
  var runs: [(offset: Int, count: Int)] {
    var runs: [(offset: Int, count: Int)] = []
    for (offset, byte) in bytes.enumerated() where byte != 0 {
      if let last = runs.last, last.offset + last.count == offset {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((offset, 1))
      }
    }
    return runs
  }

  mutating func insert(_ other: ByteMask, at offset: Int) {
    for (index, byte) in other.bytes.enumerated() { bytes[offset + index] |= byte }
  }

  mutating func remove(_ range: Range<Int>) {
    for index in range { bytes[index] = 0 }
  }
}
