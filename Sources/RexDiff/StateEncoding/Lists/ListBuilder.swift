/// Builds a list of new elements and of elements, or whole chunks, of an earlier list.
struct ListBuilder {
  /// Where a chunk is full: an edit copies about this much.
  private static let chunkByteCount = 8192
  /// What is worth a chunk of its own, not to be copied together with the next one.
  private static let chunkByteCountMin = 2048
  /// A list of no more text than this is written in place: encoding it anew costs little.
  private static let inlineByteCountMax = 1024

  private(set) var chunks: [Chunk] = []
  /// The text of the elements that are in no chunk yet.
  var text = FragmentedText()
  private var ends: [UInt32] = []
  private var isShareable = false
  /// As `Chunk.fragmentEnds`; nothing before there are fragments.
  private var fragmentEnds: [UInt32] = []

  /// Whether all of it is so short that a fragment would not pay.
  var isInline: Bool {
    chunks.isEmpty && text.fragments.isEmpty && text.bytes.count <= ListBuilder.inlineByteCountMax
  }

  /// Ends the element just appended to `text`.
  mutating func endElement() {
    text.bytes.append(UInt8(ascii: ","))
    ends.append(UInt32(text.bytes.count))
    if !text.fragments.isEmpty {
      beginFragments(at: ends.count - 1)
      fragmentEnds.append(UInt32(text.fragments.count))
    }
    if text.bytes.count >= ListBuilder.chunkByteCount, !isShareable { flush() }
  }

  /// Appends elements of an earlier list; chunks that are in the range as a whole are shared.
  mutating func append(_ range: Range<Int>, of list: ListFragment) {
    guard !range.isEmpty else { return }
    append(range, of: list, fromChunk: list.place(of: range.lowerBound).chunk)
  }

  /// The same, where the chunk of the first element is known.
  mutating func append(_ range: Range<Int>, of list: ListFragment, fromChunk first: Int) {
    var chunk = first
    var index = range.lowerBound - list.starts[first]
    var rest = range.count
    while rest > 0 {
      // The list keeps its chunks: retaining each for a piece would take as long as the piece.
      let count = Unmanaged.passUnretained(list.chunks[chunk])._withUnsafeGuaranteedRef { chunk in
        let count = min(rest, chunk.count - index)
        append(index..<index + count, of: chunk)
        return count
      }
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

  /// The first fragments are those of this element: the ones before have none.
  private mutating func beginFragments(at element: Int) {
    while fragmentEnds.count < element { fragmentEnds.append(0) }
  }

  private func isWorthChunk(before chunk: Chunk) -> Bool {
    text.bytes.count >= ListBuilder.chunkByteCountMin
      || text.bytes.count + chunk.text.bytes.count > 2 * ListBuilder.chunkByteCount
  }

  /// Starts elements that may turn out to be those of an earlier chunk.
  mutating func beginShareable() {
    flush()
    isShareable = true
  }

  /// Replaces the elements since `beginShareable` by the earlier chunk when they are the same.
  mutating func shareIfSame(_ chunk: Chunk) {
    isShareable = false
    guard chunk.ends.hasSameOffsets(as: ends), text.slice.isIdentical(to: chunk.text.slice) else {
      return flush()
    }
    discardPending()
    chunks.append(chunk)
  }

  /// Appends the whole list as text; only for one that is `isInline`.
  func writeInline(_ form: ListFragment.Form, into bytes: inout [UInt8]) {
    bytes.append(form.opening)
    bytes += text.bytes.dropLast()
    bytes.append(form.closing)
  }

  /// Makes a chunk of the pending elements.
  mutating func flush() {
    guard !ends.isEmpty else { return }
    // The buffers are kept for the next chunk; the chunk's own fit exactly.
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
  /// The same elements in storage without spare room.
  fileprivate var fittingCopy: [Element] { withUnsafeBufferPointer { Array($0) } }
}
