/// Where the lines of a log stand, by their numbers: a checkpoint for each so many bytes.
///
///     bytes        0         16 KiB      32 KiB …
///     checkpoint   after 0   after 112   after 209 …
///
/// It grows while it is read, and knows what it has read. A line is found by reading on from the
/// checkpoint before it. There are 16 bytes for each `blockByteCount`, however short the lines are.
struct LogIndex: Sendable {
  /// So many bytes of lines, at least, lie between two checkpoints.
  static let blockByteCount = 1 << 14
  /// So many bytes are read at least when it grows, so that reading on costs little more.
  private static let growthByteCount = 1 << 22

  private(set) var checkpoints: [Checkpoint]
  /// The offset up to which lines are indexed.
  private(set) var end: Int
  /// The order behind the last indexed line.
  private(set) var order: LineOrder
  /// The number of the first keyframe whose place in the order is right.
  private(set) var firstKeyframeSeq: Int?
  /// Where session lines stand, and the segments that they begin.
  private var segments: [(offset: Int, number: Int?)] = []
  /// The order before a block, where a number does not tell it.
  private var orders: [Int: LineOrder] = [:]

  /// A place in the log, between two lines.
  struct Checkpoint: Sendable {
    let offset: Int
    private var packed: Int

    init(offset: Int, seq: Int) { (self.offset, packed) = (offset, seq << 1) }

    /// The number up to which all lines stand before this place.
    var seq: Int { packed >> 1 }

    /// Whether there is a keyframe between here and the next checkpoint.
    var hasKeyframe: Bool {
      get { packed & 1 == 1 }
      set { packed = packed & ~1 | (newValue ? 1 : 0) }
    }
  }

  /// An index of the lines from an offset on, which reads nothing yet.
  init(from start: Int, order: LineOrder) {
    (self.order, end) = (order, start)
    checkpoints = []
    begin(blockAt: start)
  }

  /// Reads on until all lines up to a number are indexed, or all there are.
  mutating func grow(past seq: Int, in log: LogLines) throws(LogError) {
    let lines = LineReader(log.source, from: end, to: log.end)
    let enough = end + LogIndex.growthByteCount
    while order.floor <= seq || end < enough, let line = try lines.next() {
      if line.offset >= checkpoints[checkpoints.count - 1].offset + LogIndex.blockByteCount {
        begin(blockAt: line.offset)
      }
      if let head = LineHead(line.bytes), head.kind != .session, line.isEnded {
        _ = order.take(head)
        if head.kind == .keyframe, order.isStateKnown, order.lastSeq == head.seq {
          checkpoints[checkpoints.count - 1].hasKeyframe = true
          if firstKeyframeSeq == nil { firstKeyframeSeq = head.seq }
        }
      } else {
        take(order.record(of: line, in: log))
      }
      end = line.end
    }
  }

  private mutating func begin(blockAt offset: Int) {
    if !order.isPlain { orders[checkpoints.count] = order }
    checkpoints.append(Checkpoint(offset: offset, seq: order.floor))
  }

  private mutating func take(_ record: LogRecord) {
    if let segment = record.segment {
      segments.append((record.offset, segment.session.segment))
    } else if record.kind == .keyframe, order.isStateKnown, record.problem == nil {
      checkpoints[checkpoints.count - 1].hasKeyframe = true
      if firstKeyframeSeq == nil { firstKeyframeSeq = order.lastSeq }
    }
  }

  /// A reader from a checkpoint on.
  func reader(from block: Int, in log: LogLines) -> LogReader {
    let checkpoint = checkpoints[block]
    let order = orders[block] ?? order(after: checkpoint.seq, at: checkpoint.offset)
    return LogReader(log, from: checkpoint.offset, order: order)
  }

  /// The order at a place where all is sure up to a number.
  func order(after seq: Int, at offset: Int) -> LineOrder {
    let segment = segments.last { $0.offset < offset }?.number
    return LineOrder(after: seq, segment: segment)
  }

  /// The last block before which all lines are numbered below this; the first where none is.
  func lastBlock(below seq: Int) -> Int {
    var (low, high) = (0, checkpoints.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if checkpoints[middle].seq < seq { low = middle } else { high = middle }
    }
    return low
  }
}
