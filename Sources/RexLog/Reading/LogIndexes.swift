import RexLocking

/// The indexes of a log: one from its beginning, one of its end, each as far as it was wanted.
///
///     session ══════════▶                                   ◀═══ the end
///             from the beginning          unread            the end
///
/// What is wanted near the end is found from there, whatever the log's size.
struct LogIndexes: Sendable {
  private let ends: Locked<LogEndIndexes>

  /// Indexes the end of a log, as much of it as tells the last number.
  init(_ log: LogLines) throws(LogError) { ends = Locked(try LogEndIndexes(log)) }

  /// The order behind the last line.
  var lastOrder: LineOrder { ends.withLock { $0.back.order } }

  /// A reader of the end, as much as is indexed from there.
  func lastReader(in log: LogLines) -> LogReader {
    ends.withLock { $0.back }.reader(from: 0, in: log)
  }

  /// Indexes all lines from the first one on; returns the last number.
  func indexAll(in log: LogLines) throws(LogError) -> Int {
    try ends.withLock { (ends) throws(LogError) in try ends.indexAll(in: log) }
  }

  /// An index in which the lines around a number are found, and the keyframe before them.
  func index(for seq: Int, in log: LogLines) throws(LogError) -> LogIndex {
    try ends.withLock { (ends) throws(LogError) in try ends.index(for: seq, in: log) }
  }
}

/// Both indexes, for one thread at a time.
private struct LogEndIndexes: Sendable {
  private var front: LogIndex
  private(set) var back: LogIndex
  /// How many bytes of the end are indexed.
  private var backByteCount: Int

  /// So much of the end is read when a log is opened.
  private static let openingByteCount = 1 << 16

  /// Indexes the end of a log, as much of it as tells the last number.
  init(_ log: LogLines) throws(LogError) {
    front = LogIndex(from: log.start, order: LineOrder(log.session))
    (back, backByteCount) = (front, LogEndIndexes.openingByteCount)
    while true {
      guard try readBack(in: log) else {
        try front.grow(past: .max, in: log)
        back = front
        return
      }
      if back.order.isSure { return }
      backByteCount *= 4
    }
  }

  /// Indexes all lines from the first one on; returns the last number.
  mutating func indexAll(in log: LogLines) throws(LogError) -> Int {
    if front.end < log.end { try front.grow(past: .max, in: log) }
    return front.order.lastSeq
  }

  /// An index in which the lines around a number are found, and the keyframe before them.
  mutating func index(for seq: Int, in log: LogLines) throws(LogError) -> LogIndex {
    if isBehind(seq) { return back }
    if front.order.floor > seq || front.end >= log.end { return front }
    let isNearEnd = back.order.lastSeq - seq < seq - front.order.floor
    while isNearEnd, backByteCount < (log.end - front.end) / 4 {
      backByteCount *= 2
      guard try readBack(in: log) else { break }
      if isBehind(seq) { return back }
    }
    try front.grow(past: seq, in: log)
    return front
  }

  private func isBehind(_ seq: Int) -> Bool { back.firstKeyframeSeq.map { $0 < seq } ?? false }

  /// Indexes so many bytes of the end; false where that is all there is.
  private mutating func readBack(in log: LogLines) throws(LogError) -> Bool {
    let wanted = log.end - backByteCount
    guard wanted > front.end else { return false }
    // What stands there is the middle of a line; the next one begins behind it.
    guard let cut = try LineReader(log.source, from: wanted, to: log.end).next() else {
      return false
    }
    back = LogIndex(from: cut.end, order: .ofEnd)
    try back.grow(past: .max, in: log)
    return true
  }
}
