extension RandomAccessCollection {
  /// The first index whose element satisfies a predicate, found by binary search; else `endIndex`.
  ///
  /// All elements after one that satisfies the predicate must satisfy it, too.
  @inlinable
  package func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if predicate(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
