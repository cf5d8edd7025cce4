import RexJSON

/// Finds lines of a log by their numbers, with a checkpoint every 16 KiB.
///
///     bytes        0         16 KiB      32 KiB …
///     checkpoint   after 0   after 112   after 209 …
///
/// The index grows on demand. A line is found by reading from the checkpoint before it. A
/// checkpoint takes 16 bytes per `blockByteCount`, however short the lines are.
struct LogIndex: Sendable {
  /// The minimum number of bytes between two checkpoints.
  static let blockByteCount = 1 << 14
  /// The minimum number of bytes to read when the index grows, so that it grows rarely.
  private static let growthByteCount = 1 << 22

  private(set) var checkpoints: [Checkpoint]
  /// The offset up to which lines are indexed.
  private(set) var end: Int
  /// The order after the last indexed line.
  private(set) var order: LineOrder
  /// The number of the first keyframe with a trusted position in the order.
  private(set) var firstKeyframeSeq: Int?
  /// The offsets of session lines, and the numbers of the segments after them.
  private var segments: [(offset: Int, number: Int?)] = []
  /// Saved orders for the blocks before which more than the last number is needed.
  private var orders: [Int: LineOrder] = [:]

  /// A position between two lines.
  struct Checkpoint: Sendable {
    let offset: Int
    private var packed: Int

    init(offset: Int, seq: Int) { (self.offset, packed) = (offset, seq << 1) }

    /// The number up to which all actions come before this position.
    var seq: Int { packed >> 1 }

    /// Whether there is a keyframe between here and the next checkpoint.
    var hasKeyframe: Bool {
      get { packed & 1 == 1 }
      set { packed = packed & ~1 | (newValue ? 1 : 0) }
    }
  }

  /// Creates an empty index of the lines from an offset on.
  init(from start: Int, order: LineOrder) {
    (self.order, end) = (order, start)
    checkpoints = []
    begin(blockAt: start)
  }

  /// Reads on until all lines up to a number are indexed, or the log ends.
  mutating func grow(past seq: Int, in log: LogLines) throws(LogError) {
    let lines = LineReader(log.files, from: end, to: log.end)
    let enough = end + LogIndex.growthByteCount
    while order.lastReadSeq <= seq || end < enough, let line = try lines.next() {
      if line.offset >= checkpoints[checkpoints.count - 1].offset + LogIndex.blockByteCount {
        begin(blockAt: line.offset)
      }
      if let head = LineHead(line.bytes), head.kind != .session, line.isEnded {
        // What `order` makes of most lines, without a record.
        _ = order.take(head)
        if head.kind == .keyframe { takeKeyframe() }
      } else {
        let record = order.record(of: line, in: log)
        if record.kind == .keyframe { takeKeyframe() }
        if record.segment != nil { segments.append((record.offset, order.segment)) }
      }
      end = line.end
    }
  }

  private mutating func begin(blockAt offset: Int) {
    if !order.isGivenByLastSeq { orders[checkpoints.count] = order }
    checkpoints.append(Checkpoint(offset: offset, seq: order.lastReadSeq))
  }

  private mutating func takeKeyframe() {
    guard order.isTrusted, order.isStateKnown else { return }
    checkpoints[checkpoints.count - 1].hasKeyframe = true
    if firstKeyframeSeq == nil { firstKeyframeSeq = order.lastSeq }
  }

  /// Returns the offsets between a checkpoint and the next.
  func range(ofBlock block: Int) -> Range<Int> {
    let isLast = block + 1 == checkpoints.count
    return checkpoints[block].offset..<(isLast ? end : checkpoints[block + 1].offset)
  }

  /// Returns the usable keyframes in a block, in order.
  func keyframes(inBlock block: Int, in log: LogLines) throws(LogError) -> [LinePosition] {
    let end = range(ofBlock: block).upperBound
    let reader = reader(from: block, in: log, notesDamage: false)
    var keyframes: [LinePosition] = []
    while let record = try reader.next(), record.offset < end {
      guard reader.isUsableKeyframe(record) else { continue }
      let order = order(after: reader.lastSeq, at: record.offset)
      keyframes.append(LinePosition(offset: record.offset, seq: reader.lastSeq, order: order))
    }
    return keyframes
  }

  /// Returns a reader that starts shortly before an action, or before the gap that contains it.
  func reader(near seq: Int, in log: LogLines) -> LogReader {
    let block = lastBlock(below: seq)
    // The line before the block may be a gap that ends at this number or a higher one.
    let isAfterGap = orders[block].map { $0.lastSeq >= seq } ?? false
    return reader(from: isAfterGap ? max(block - 1, 0) : block, in: log)
  }

  /// Returns a reader that starts at a checkpoint.
  func reader(from block: Int, in log: LogLines, notesDamage: Bool = true) -> LogReader {
    let checkpoint = checkpoints[block]
    let order = orders[block] ?? order(after: checkpoint.seq, at: checkpoint.offset)
    return LogReader(log, from: checkpoint.offset, order: order, notesDamage: notesDamage)
  }

  /// Returns the order at an offset where all numbers up to `seq` are trusted.
  func order(after seq: Int, at offset: Int) -> LineOrder {
    let later = segments.partitioningIndex { $0.offset >= offset }
    return LineOrder(after: seq, segment: later > 0 ? segments[later - 1].number : nil)
  }

  /// Returns the last block before which all lines have lower numbers; else the first.
  func lastBlock(below seq: Int) -> Int {
    max(checkpoints.partitioningIndex { $0.seq >= seq } - 1, 0)
  }
}
