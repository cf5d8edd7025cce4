import RexJSON

/// The text of a collection's elements, in chunks that successive states share.
///
///     chunks   ┌──────────────┐ ┌──────────────┐ ┌───────┐
///              │ …,…,…,…,…,…, │ │ …,…,…,…,…,…, │ │ …,…,… │     about 8 KiB each
///              └──────────────┘ └──────────────┘ └───────┘
///     an edit copies the chunk that it changes; the old and the new list share the others
final class ListFragment {
  /// The elements between the commas, and the brackets around them.
  enum Form {
    /// Elements of an array, in order.
    case array
    /// Elements of a set, in the order of their text.
    case set
    /// Members of an object, in the order of their keys' text.
    case members
    /// A dictionary encoded as an array of key, value, key, value, …, in the order of its text.
    case pairs
  }

  let form: Form
  let chunks: [Chunk]
  /// The number of elements before each chunk, and in all chunks.
  let starts: [Int]
  let byteCount: Int
  /// The snapshot of the collection that the list was encoded from.
  var source: Snapshot
  /// The rank of each entry of a set or dictionary, see `EntryWriter`; empty for an array.
  let ranks: [Int32]
  /// The match with the previous list, until the patch is written.
  var origin: Origin?
  /// The elements that were checked, see `CheckRound`.
  var check = ListCheck()

  /// The list that a list was updated from.
  struct Origin {
    var list: ListFragment
    var match: MemoryMatch
    /// Creates the new list's snapshot from the earlier one; nil if the list already has its own.
    ///
    /// If `mayEdit` is true, nothing else uses the earlier snapshot.
    var snapshot: ((_ old: Snapshot, _ mayEdit: Bool) -> Snapshot)?
  }

  init(form: Form, chunks: [Chunk], source: Snapshot, ranks: [Int32] = []) {
    self.form = form
    self.chunks = chunks
    self.source = source
    self.ranks = ranks
    var starts: [Int] = []
    starts.reserveCapacity(chunks.count + 1)
    starts.append(0)
    var byteCount = chunks.isEmpty ? 2 : 1
    var count = 0
    for chunk in chunks {
      count += chunk.count
      starts.append(count)
      byteCount += chunk.byteCount
    }
    self.starts = starts
    self.byteCount = byteCount
  }

  var count: Int { starts[chunks.count] }

  /// Releases the previous list and, if that was its last use, reuses its snapshot.
  func commitOrigin() {
    guard var origin = origin.take(), let snapshot = origin.snapshot else { return }
    source = snapshot(origin.list.source, isKnownUniquelyReferenced(&origin.list))
  }

  /// Returns the chunk that contains an element, and the element's index in it.
  func position(of element: Int) -> (chunk: Int, index: Int) {
    let later = starts[1..<max(chunks.count, 1)].partitioningIndex { $0 > element }
    return (later - 1, element - starts[later - 1])
  }

  /// Returns the chunk of each element; empty if only few are looked up.
  func chunksOfElements(forLookingUp lookUpCount: Int) -> [Int32] {
    guard lookUpCount > count / 8 else { return [] }
    var chunksOfElements: [Int32] = []
    chunksOfElements.reserveCapacity(count)
    for (index, chunk) in chunks.enumerated() {
      chunksOfElements += repeatElement(Int32(index), count: chunk.count)
    }
    return chunksOfElements
  }

  /// The text of an element, without the comma after it.
  subscript(element: Int) -> TextSlice {
    let (chunk, index) = position(of: element)
    return chunks[chunk][index]
  }

  /// Calls a closure with each run of the text's bytes, in order.
  func forEachRun<Failure: Error>(
    _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try body([form.opening])
    for (index, chunk) in chunks.enumerated() {
      var slice = chunk.text.slice
      // The comma after the last element.
      if index == chunks.count - 1 { slice.range = slice.range.dropLast() }
      try slice.forEachRun(body)
    }
    try body([form.closing])
  }
}

extension ListFragment {
  /// The list as a fragment; as the text in its place if it is too long for a reader.
  var fragment: Fragment {
    guard form != .members else { return .list(self) }
    let elementCount = form == .pairs ? 2 * count : count
    guard let marker = LongValue.marker(ofElements: elementCount, byteCount: byteCount) else {
      return .list(self)
    }
    return .value(ValueFragment(FragmentedText(bytes: JSON.string(marker).bytes), source: source))
  }
}

extension ListFragment.Form {
  var opening: UInt8 { self == .members ? UInt8(ascii: "{") : UInt8(ascii: "[") }
  var closing: UInt8 { self == .members ? UInt8(ascii: "}") : UInt8(ascii: "]") }
}
