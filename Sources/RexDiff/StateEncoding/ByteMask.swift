/// Which bytes of a value count; the others are padding, and differ after every copy.
struct ByteMask {
  /// 0xFF where a byte counts, 0 where it does not.
  private(set) var bytes: [UInt8]
  private(set) var hasPadding: Bool

  init(all count: Int) {
    bytes = Array(repeating: 0xFF, count: count)
    hasPadding = false
  }

  init(none count: Int) {
    bytes = Array(repeating: 0, count: count)
    hasPadding = count > 0
  }

  var count: Int { bytes.count }

  /// The runs of bytes that count.
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
    hasPadding = bytes.contains(0)
  }

  mutating func removeAll(upTo end: Int) {
    for index in 0..<end { bytes[index] = 0 }
    hasPadding = bytes.contains(0)
  }
}
