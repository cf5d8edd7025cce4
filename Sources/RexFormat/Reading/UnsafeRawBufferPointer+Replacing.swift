extension UnsafeRawBufferPointer {
  /// Appends the bytes with other text in place of some ranges, which must not overlap.
  package func write(
    replacing edits: [(range: Range<Int>, text: [UInt8])], into bytes: inout [UInt8]
  ) {
    var end = 0
    for (range, text) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      bytes.append(contentsOf: self[end..<range.lowerBound])
      bytes += text
      end = range.upperBound
    }
    bytes.append(contentsOf: self[end...])
  }
}
