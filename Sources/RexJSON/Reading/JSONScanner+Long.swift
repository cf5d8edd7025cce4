extension JSONScanner {
  /// Removes the complete values of an open container from the index.
  @inline(never)
  mutating func removeValues(of container: Int, _ longContainers: LongContainers) throws(JSONError)
  {
    let counts =
      longContainers.counts
      ?? ContainerCounts(of: bytes, in: position..<self.count, open: openContainers())
    longContainers.counts = counts
    let count = counts.values[Int(index.entries[container].start)] ?? 0
    let taken = Int(index.entries[container].length)
    let isObject = index.entries[container].kind == .object
    try require(
      longContainers, from: container + 1, remainingCount: max(count - taken, 0),
      areMembers: isObject)
    if let duplicate = longContainers.removeValues(
      of: container, from: &index, in: bytes, finalCount: count)
    {
      throw self.duplicate(duplicate.key, firstOffset: duplicate.earlierOffset)
    }
  }

  /// Checks the memory of the values that are still in the index, at the end of the text.
  func checkRest() throws(JSONError) {
    if let longContainers { try require(longContainers, from: 0) }
  }

  private func require(
    _ longContainers: LongContainers, from first: Int, remainingCount: Int = 0,
    areMembers: Bool = false
  ) throws(JSONError) {
    let bytesMax = limits.treeBytesMax(ofText: count)
    let fits = longContainers.fits(
      index, from: first, remainingCount: remainingCount, areMembers: areMembers, bytesMax)
    guard fits else {
      throw error(.treeTooLarge(max: bytesMax), at: position)
    }
  }

  /// Returns the open containers, outermost first.
  private func openContainers() -> [ContainerCounts.Open] {
    var open: [ContainerCounts.Open] = []
    var next = container
    while let entry = next {
      let (start, count) = (index.entries[entry].start, index.entries[entry].length)
      open.append(.init(start: Int(start), count: Int(count)))
      next = parent(of: entry)
    }
    return open.reversed()
  }
}
