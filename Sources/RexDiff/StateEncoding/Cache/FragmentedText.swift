/// JSON text with a sentinel in place of each fragment.
///
///     {"title":"News","messages":▮,"draft":""}        ▮ is the byte 0xFF
///                                │
///                                └▶ fragments[0]
struct FragmentedText {
  var bytes: [UInt8] = []
  /// The fragments in the order of their sentinels.
  var fragments: [Fragment] = []

  /// The size of the whole text in bytes, including fragments.
  var byteCount: Int { fragments.reduce(bytes.count - fragments.count) { $0 + $1.byteCount } }

  var slice: TextSlice {
    TextSlice(
      text: self, range: bytes.startIndex..<bytes.endIndex, fragmentRange: 0..<fragments.count)
  }

  /// The fragment if it is the whole text, as for most states; nil for any other text.
  var onlyFragment: Fragment? { bytes.count == 1 ? fragments.first : nil }

  mutating func append(_ fragment: Fragment) {
    bytes.append(Fragment.sentinel)
    fragments.append(fragment)
  }

  mutating func append(_ slice: TextSlice) {
    bytes += slice.text.bytes[slice.range]
    if !slice.fragmentRange.isEmpty { fragments += slice.fragments }
  }
}

/// A range of a fragmented text, with its fragments.
struct TextSlice {
  var text: FragmentedText
  var range: Range<Int>
  var fragmentRange: Range<Int>

  /// The size in bytes, including fragments.
  var byteCount: Int {
    fragmentRange.reduce(range.count - fragmentRange.count) { $0 + text.fragments[$1].byteCount }
  }

  var fragments: ArraySlice<Fragment> { text.fragments[fragmentRange] }

  func write(into bytes: inout [UInt8]) { forEachRun { bytes += $0 } }

  /// Calls a closure with each run of bytes, in order, including those of fragments.
  func forEachRun<Failure: Error>(
    _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = range.lowerBound
    for fragment in fragments {
      let sentinel = text.bytes[start...].firstIndex(of: Fragment.sentinel) ?? range.upperBound
      try body(text.bytes[start..<sentinel])
      try fragment.forEachRun(body)
      start = sentinel + 1
    }
    try body(text.bytes[start..<range.upperBound])
  }

  /// The bytes, including those of fragments.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    write(into: &bytes)
    return bytes
  }

  /// Returns whether both have the same bytes around the same fragments.
  func isIdentical(to other: TextSlice) -> Bool {
    guard range.count == other.range.count, fragmentRange.count == other.fragmentRange.count,
      zip(fragmentRange, other.fragmentRange).allSatisfy({
        text.fragments[$0] === other.text.fragments[$1]
      })
    else { return false }
    return text.bytes.withUnsafeBytes { mine in
      other.text.bytes.withUnsafeBytes { theirs in
        UnsafeRawBufferPointer(rebasing: mine[range]).hasSameBytes(
          as: UnsafeRawBufferPointer(rebasing: theirs[other.range]))
      }
    }
  }
}
