import RexJSON
import RexLog

/// A new log that is written while another is read, entry by entry.
///
/// It is one file, whatever the other one is. What the recorded line is not asked to change stays
/// as it is, with all members that this version does not know.
struct NewLogWriting<Sink: LogSink> {
  private var writer: LogWriter<Sink>

  init(_ sink: Sink) { writer = LogWriter(sink) }

  /// How many bytes were written.
  var byteCount: Int { writer.byteCount }

  /// Writes the session's line, unless the last entry is that of a later segment.
  mutating func begin(at recorded: RecordedStates) throws(ReplayError) {
    guard recorded.isAtFirst else { return }
    try write(at: recorded) { writer throws(LogError) in try writer.begin(as: recorded.log) }
  }

  /// Writes the last line as it was recorded; the torn end of a segment that others follow is not.
  mutating func copy(at recorded: RecordedStates) throws(ReplayError) {
    guard let record = recorded.record, !record.isTornSegment else { return }
    try write(at: recorded) { writer throws(LogError) in try writer.copy(record) }
  }

  /// Writes a gap, as it was recorded or as the one before a segment tells it.
  mutating func copy(_ gap: LogGap, at recorded: RecordedStates) throws(ReplayError) {
    if recorded.isAtGapLine { return try copy(at: recorded) }
    try write(at: recorded) { writer throws(LogError) in try writer.write(.gap(gap)) }
  }

  /// Writes the last keyframe as it was recorded, but for its state.
  mutating func copyKeyframe(
    at recorded: RecordedStates, _ writeState: (inout [UInt8]) -> Void
  ) throws(ReplayError) {
    guard let record = recorded.record, let state = record.members?.state else { return }
    try write(at: recorded) { writer throws(LogError) in
      try writer.copy(record, replacing: state, writeState)
    }
  }

  /// Writes an action as it was recorded, but for its patch.
  mutating func copy(
    _ line: ActionLine, withPatch patch: [UInt8], at recorded: RecordedStates
  ) throws(ReplayError) {
    try write(at: recorded) { writer throws(LogError) in
      try writer.copy(line, withPatch: patch)
    }
  }

  /// Writes an action in place of the last one, with the members that this version does not know.
  mutating func write(_ action: LogAction, at recorded: RecordedStates) throws(ReplayError) {
    let entry = LogEntry.action(action)
    var unknown = recorded.record.map { entry.unknownMembers(in: $0.bytes) } ?? JSONObject()
    // An error that is no more is known, though this entry has none.
    unknown["error"] = nil
    try write(at: recorded) { writer throws(LogError) in
      try writer.write { entry.write(adding: unknown, into: &$0) }
    }
  }

  /// Writes a keyframe that was not recorded.
  mutating func writeKeyframe(
    seq: Int, timeMs: Double, at recorded: RecordedStates, _ writeState: (inout [UInt8]) -> Void
  ) throws(ReplayError) {
    try write(at: recorded) { writer throws(LogError) in
      try writer.write {
        LogLine.keyframe(seq: seq, timeMs: timeMs, into: &$0, writeState: writeState)
      }
    }
  }

  /// Ends the log as the recorded one ends, a torn last line included.
  mutating func end(at recorded: RecordedStates) throws(ReplayError) {
    try write(at: recorded) { writer throws(LogError) in try writer.end(as: recorded.log) }
  }

  private mutating func write(
    at recorded: RecordedStates, _ body: (inout LogWriter<Sink>) throws(LogError) -> Void
  ) throws(ReplayError) {
    do throws(LogError) {
      try body(&writer)
    } catch {
      throw recorded.error(.log(error))
    }
  }
}
