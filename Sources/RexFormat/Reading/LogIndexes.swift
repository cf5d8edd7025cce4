import RexLocking

/// The indexes of a log: one from its beginning and one of its end, both grown on demand.
///
///     session ═══ front ══▶              not indexed              ◀═ back ═══ end
///
/// Lines near the end are found from there, independently of the log's size.
package struct LogIndexes: Sendable {
  private let pair: Locked<IndexPair>
  /// The keyframes of the block that was searched last, since the next search is often near.
  private let lastBlock = Locked<(range: Range<Int>, keyframes: [LinePosition])?>(nil)

  /// Indexes as much of a log's end as is needed to know the last `seq`.
  init(_ log: LogLines) throws(LogError) { pair = Locked(try IndexPair(log)) }

  /// The order after the last line.
  var lastOrder: LineOrder { pair.withLock { $0.back.order } }

  /// Returns a reader of the indexed part of the log's end.
  func lastReader(in log: LogLines) -> LogReader {
    pair.withLock { $0.back }.reader(from: 0, in: log)
  }

  /// Indexes all lines, and returns the last `seq`.
  package func indexAll(in log: LogLines) throws(LogError) -> Int {
    try pair.withLock { (pair) throws(LogError) in try pair.indexAll(in: log) }
  }

  /// Returns an index that contains a number and the keyframe before it.
  func index(for seq: Int, in log: LogLines) throws(LogError) -> LogIndex {
    try pair.withLock { (pair) throws(LogError) in try pair.index(for: seq, in: log) }
  }

  /// Returns the usable keyframes in a block of an index, in order.
  func keyframes(
    inBlock block: Int, of index: LogIndex, _ log: LogLines
  ) throws(LogError) -> [LinePosition] {
    let range = index.range(ofBlock: block)
    if let last = lastBlock.withLock({ $0 }), last.range == range { return last.keyframes }
    let keyframes = try index.keyframes(inBlock: block, in: log)
    lastBlock.withLock { $0 = (range, keyframes) }
    return keyframes
  }
}

/// Both indexes, for one thread at a time.
private struct IndexPair: Sendable {
  private var front: LogIndex
  private(set) var back: LogIndex
  /// The number of indexed bytes at the end.
  private var backByteCount: Int

  /// The number of bytes to read from the end when a log is opened.
  private static let openingByteCount = 1 << 16

  /// Indexes as much of a log's end as is needed to know the last `seq`.
  init(_ log: LogLines) throws(LogError) {
    front = LogIndex(from: log.start, order: LineOrder(log.session))
    (back, backByteCount) = (front, IndexPair.openingByteCount)
    while try !readBack(in: log) {
      guard log.end - backByteCount > front.end else {
        try front.grow(past: .max, in: log)
        back = front
        return
      }
      backByteCount *= 4
    }
  }

  /// Indexes all lines, and returns the last `seq`.
  mutating func indexAll(in log: LogLines) throws(LogError) -> Int {
    if front.end < log.end { try front.grow(past: .max, in: log) }
    return front.order.lastSeq
  }

  /// Returns an index that contains a number and the keyframe before it.
  mutating func index(for seq: Int, in log: LogLines) throws(LogError) -> LogIndex {
    if isInBack(seq) { return back }
    if front.order.lastReadSeq > seq || front.end >= log.end { return front }
    let isNearEnd = back.order.lastSeq - seq < seq - front.order.lastReadSeq
    while isNearEnd, backByteCount < (log.end - front.end) / 4 {
      backByteCount *= 2
      guard try readBack(in: log) else { break }
      if isInBack(seq) { return back }
    }
    try front.grow(past: seq, in: log)
    return front
  }

  private func isInBack(_ seq: Int) -> Bool { back.firstKeyframeSeq.map { $0 < seq } ?? false }

  /// Indexes the last `backByteCount` bytes, from the first line that continues the one before it.
  ///
  /// Read in order, too, that line is trusted, whatever came before. Returns false if there is no
  /// such line, or if the front index already has it.
  private mutating func readBack(in log: LogLines) throws(LogError) -> Bool {
    let wanted = log.end - backByteCount
    guard wanted > front.end else { return false }
    let lines = LineReader(log.files, from: wanted, to: log.end)
    // The offset is probably inside a line.
    _ = try lines.next()
    var last: LineHead?
    while let line = try lines.next() {
      let head = LineHead(line.bytes).flatMap { $0.isNumbered ? $0 : nil }
      if let head, head.start == last?.seq, head.start >= front.order.lastReadSeq {
        back = LogIndex(from: line.offset, order: LineOrder(after: head.start, segment: nil))
        try back.grow(past: .max, in: log)
        return true
      }
      last = head
    }
    return false
  }
}
