import RexLog

/// A backfilled log to which the lines are added by which the recorded log has grown.
struct BackfilledTail: Sendable {
  private let lines = LogSpool()
  private let states: LogStates
  /// The states of `lines`, followed to the last one.
  private var timeline: Timeline

  init(_ log: Log) throws(LogError) {
    var writer = LogWriter(lines)
    let reader = log.reader()
    while let record = try reader.next() { try writer.copy(record) }
    try writer.flush()
    states = LogStates(log)
    timeline = Timeline(states)
  }

  /// Adds the lines of a log that are not in `old`, and returns the backfilled log.
  ///
  /// Throws if they cannot be added, because the last state is unknown or a line is damaged.
  mutating func append(
    _ log: Log, after old: Log, by backfill: LogStates.Backfill
  ) throws -> Log {
    let state = try timeline.state(at: old.lastSeq)
    let spool = LogSpool()
    _ = try LogSlice(log, after: old).write(
      into: spool, from: LogKeyframe(seq: old.lastSeq, timeMs: 0, state: state))
    var part = try spool.log(named: log.name)
    if try part.lacksPatch() {
      guard let backfilled = try backfill(part) else { throw LogError(.changed, log: log.name) }
      part = backfilled
    }
    var writer = LogWriter(lines)
    let reader = part.reader()
    // The session line and the keyframe are not in the log.
    (_, _) = (try reader.next(), try reader.next())
    while let record = try reader.next() { try writer.copy(record) }
    try writer.flush()
    let grown = try lines.log(named: log.name, endingLike: log)
    states.append(linesOf: grown)
    return grown
  }
}

extension Log {
  /// Whether an action has no patch.
  fileprivate func lacksPatch() throws(LogError) -> Bool {
    let reader = reader()
    while let record = try reader.next() {
      if record.kind == .action, record.members?.lacksPatch == true { return true }
    }
    return false
  }
}
