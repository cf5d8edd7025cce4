/// A part of a log as a separate log, from a keyframe to an action or to the end.
///
///     session│keyframe 0│…│keyframe 61│…│action 90│…│end
///                          └──────────────────────┘ sliced from 70 to 90
package struct LogSlice: Sendable {
  private let log: Log
  /// The number of the last action before the slice.
  package let after: Int
  /// The number of its last action, if it ends before the log does.
  private let last: Int?
  /// The keyframe it begins with; nil for the log's beginning.
  private let start: LinePosition?

  /// The whole log.
  package init(_ log: Log) { self.init(log, nil, through: nil) }

  /// The last seconds of a log, from the last keyframe at least that far from the end.
  ///
  /// If there is no such keyframe, it begins at the first one.
  package init(_ log: Log, lastSeconds seconds: Double) throws(LogError) {
    let lastMs = try LogOverview(log).lastTimeMs
    try self.init(log) { _, timeMs in lastMs - timeMs >= 1000 * seconds }
  }

  /// The last bytes of a log, from the last keyframe at least that far from the end.
  ///
  /// If there is no such keyframe, it begins at the first one.
  package init(_ log: Log, lastBytes count: Int) throws(LogError) {
    try self.init(log) { offset, _ in log.lines.end - offset >= count }
  }

  /// From the last keyframe that is far enough from the end; if none is, from the first one.
  private init(
    _ log: Log, isFarEnough: (_ offset: Int, _ timeMs: Double) -> Bool
  ) throws(LogError) {
    let reader = log.reader()
    var start: LinePosition?
    var timeMs = 0.0
    while let record = try reader.next() {
      timeMs = record.members?.timeMs ?? timeMs
      guard reader.isUsableKeyframe(record) else { continue }
      if start == nil || isFarEnough(record.offset, timeMs) { start = reader.position(of: record) }
    }
    self.init(log, start, through: nil)
  }

  /// A slice from a keyframe through an action; nil for the log's own ends.
  package init(_ log: Log, _ start: LinePosition?, through last: Int?) {
    (self.log, self.start) = (log, start)
    self.last = last.flatMap { $0 < log.lastSeq ? $0 : nil }
    after = start?.seq ?? log.session.after
  }

  /// A reader of its lines.
  package func reader() -> LogReader { start.map(log.reader(from:)) ?? log.reader() }

  /// The next line that is at least partly in the slice.
  package func next(in reader: LogReader) throws(LogError) -> LogRecord? {
    guard let record = try reader.next() else { return nil }
    if let problem = record.problem { throw try reader.error(problem, at: record) }
    let first = record.missing?.from ?? record.head?.first ?? 0
    return first > last ?? .max ? nil : record
  }

  /// Writes the slice, and returns its number of actions.
  ///
  /// The lines after the session line are copied unchanged, including a torn end.
  ///
  /// - Parameter keyframe: the state to begin with, if the slice does not begin with one.
  package func write(
    into sink: some LogSink, from keyframe: LogKeyframe? = nil
  ) throws(LogError) -> Int {
    var writer = LogWriter(sink)
    try writer.begin(as: log, after: after)
    if let keyframe { try writer.write(.keyframe(keyframe)) }
    let reader = reader()
    var count = 0
    var lastMs = 0.0
    while let record = try next(in: reader) {
      if var gap = try reader.gap(of: record), record.missing != nil || gap.to > last ?? .max {
        gap.to = min(gap.to, last ?? .max)
        try writer.write(.gap(gap))
      } else if record.kind != .session, !record.isTornSegment {
        if record.kind == .action { count += 1 }
        lastMs = record.members?.timeMs ?? lastMs
        try writer.copy(record)
      }
    }
    if let last {
      try writer.write(.end(LogEnd(seq: last, timeMs: lastMs, reason: "exported")))
      try writer.flush()
    } else {
      try writer.end(as: log)
    }
    return count
  }
}
