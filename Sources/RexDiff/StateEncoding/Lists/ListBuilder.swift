/// Builds a list from new elements and from elements, or whole chunks, of an earlier list.
struct ListBuilder {
  /// The size of a full chunk in bytes, about as much as an edit copies.
  private static let chunkByteCount = 8192
  /// The minimum size of a chunk before a shared one; a smaller one is merged with a copy of it.
  private static let chunkByteCountMin = 2048
  /// The maximum size of a list that is written in place, since encoding it again costs little.
  private static let inlineByteCountMax = 1024

  private(set) var chunks: [Chunk] = []
  /// The text of the elements that are not in a chunk yet.
  var text = FragmentedText()
  private var ends: [UInt32] = []
  private var isShareable = false
  /// Like `Chunk.fragmentEnds`; empty before the first fragment.
  private var fragmentEnds: [UInt32] = []

  /// Whether the list is so short that a fragment is not worth its cost.
  var isInline: Bool {
    chunks.isEmpty && text.fragments.isEmpty && text.bytes.count <= ListBuilder.inlineByteCountMax
  }

  /// Ends the element that was appended to `text`.
  mutating func endElement() {
    text.bytes.append(UInt8(ascii: ","))
    ends.append(UInt32(text.bytes.count))
    if !text.fragments.isEmpty {
      beginFragments(at: ends.count - 1)
      fragmentEnds.append(UInt32(text.fragments.count))
    }
    if text.bytes.count >= ListBuilder.chunkByteCount, !isShareable { flush() }
  }

  /// Appends elements of an earlier list; chunks that are completely in the range are shared.
  mutating func append(_ range: Range<Int>, of list: ListFragment) {
    guard !range.isEmpty else { return }
    append(range, of: list, fromChunk: list.position(of: range.lowerBound).chunk)
  }

  /// Appends elements of an earlier list, given the chunk of the first element.
  mutating func append(_ range: Range<Int>, of list: ListFragment, fromChunk first: Int) {
    assert(list.chunks.indices.contains(first), "the list has the chunk")
    assert(list.starts[first] <= range.lowerBound, "the chunk has the first element")
    var chunk = first
    var index = range.lowerBound - list.starts[first]
    var rest = range.count
    while rest > 0 {
      let count = min(rest, list.chunks[chunk].count - index)
      append(index..<index + count, of: list.chunks[chunk])
      rest -= count
      chunk += 1
      index = 0
    }
  }

  private mutating func append(_ range: Range<Int>, of chunk: Chunk) {
    if range.count == chunk.count, ends.isEmpty || isWorthChunk(before: chunk) {
      flush()
      chunks.append(chunk)
      return
    }
    let bytes = chunk.byteRange(of: range)
    let byteShift = text.bytes.count - bytes.lowerBound
    chunk.text.bytes.withUnsafeBufferPointer {
      text.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[bytes]))
    }
    for index in range { ends.append(UInt32(byteShift + chunk.ends[index])) }
    if !text.fragments.isEmpty || !chunk.fragmentEnds.isEmpty {
      appendFragments(of: range, in: chunk)
    }
    if text.bytes.count >= ListBuilder.chunkByteCount { flush() }
  }

  private mutating func appendFragments(of range: Range<Int>, in chunk: Chunk) {
    let fragments = chunk.fragmentRange(of: range)
    let shift = text.fragments.count - fragments.lowerBound
    if !fragments.isEmpty { text.fragments += chunk.text.fragments[fragments] }
    if text.fragments.isEmpty { return }
    beginFragments(at: ends.count - range.count)
    for index in range {
      let end = chunk.fragmentEnds.isEmpty ? 0 : chunk.fragmentEnds[index]
      fragmentEnds.append(UInt32(shift + end))
    }
  }

  /// Adds the fragment ends of earlier elements, if none has had a fragment until this element.
  private mutating func beginFragments(at element: Int) {
    while fragmentEnds.count < element { fragmentEnds.append(0) }
  }

  /// Returns whether the pending elements become a chunk, so that the next one can be shared.
  private func isWorthChunk(before chunk: Chunk) -> Bool {
    text.bytes.count >= ListBuilder.chunkByteCountMin
      || text.bytes.count + chunk.text.bytes.count > 2 * ListBuilder.chunkByteCount
  }

  /// Starts a run of elements that may be equal to an earlier chunk.
  mutating func beginShareable() {
    flush()
    isShareable = true
  }

  /// Replaces the elements since `beginShareable` with the earlier chunk if they are equal.
  mutating func shareIfEqual(_ chunk: Chunk) {
    isShareable = false
    guard chunk.ends.hasSameOffsets(as: ends), text.slice.isIdentical(to: chunk.text.slice) else {
      return flush()
    }
    discardPending()
    chunks.append(chunk)
  }

  /// Appends the whole list as text; only for a list that `isInline`.
  func writeInline(_ form: ListFragment.Form, into bytes: inout [UInt8]) {
    bytes.append(form.opening)
    bytes += text.bytes.dropLast()
    bytes.append(form.closing)
  }

  /// Creates a chunk from the pending elements.
  mutating func flush() {
    guard !ends.isEmpty else { return }
    // The buffers are reused for the next chunk; the chunk has exact copies.
    chunks.append(
      Chunk(
        text: FragmentedText(bytes: text.bytes.fittingCopy, fragments: text.fragments.fittingCopy),
        ends: ends, fragmentEnds: fragmentEnds))
    discardPending()
  }

  private mutating func discardPending() {
    text.bytes.removeAll(keepingCapacity: true)
    text.fragments.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    fragmentEnds.removeAll(keepingCapacity: true)
  }
}

extension Array {
  /// A copy without spare capacity.
  fileprivate var fittingCopy: [Element] { withUnsafeBufferPointer { Array($0) } }
}
