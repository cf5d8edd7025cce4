import RexJSON
import RexLog
import RexTimeline

/// Writes a new log while another one is read, entry by entry.
///
/// The new log is a single file. Unchanged parts of lines keep their bytes, including unknown
/// members.
struct NewLogWriter<Sink: LogSink> {
  var writer: LogWriter<Sink>
  private var keyframes = KeyframePolicy()
  /// The places of dates in the recorded log, for keyframes that it does not have.
  private var dates = LogDatePlaces()
  /// What the recorded states leave out, for the same.
  private var omissions: [LogOmission] = []
  /// The number of bytes that the policy has counted.
  private var countedByteCount = 0

  init(_ sink: Sink) { writer = LogWriter(sink) }

  /// Whether a keyframe should follow, as in a recording.
  mutating func isKeyframeDue() -> Bool {
    keyframes.add(byteCount: writer.byteCount - countedByteCount)
    countedByteCount = writer.byteCount
    return keyframes.isDue
  }

  /// Writes the session line, unless the current entry begins a later segment.
  mutating func begin(at recorded: RecordedStates) throws(LogError) {
    guard recorded.isAtFirstEntry else { return }
    dates = (try? recorded.log.datePlaces()) ?? dates
    omissions = (try? recorded.log.omissions()) ?? []
    try writer.begin(as: recorded.log)
  }

  /// Copies the current line, unless it is the torn end of a segment that is not the last.
  mutating func copy(at recorded: RecordedStates) throws(LogError) {
    guard let record = recorded.record, !record.isTornSegment else { return }
    try writer.copy(record)
  }

  /// Writes a gap, whether it was recorded or left by a missing segment.
  mutating func copy(_ gap: LogGap, at recorded: RecordedStates) throws(LogError) {
    if recorded.isAtGapLine { return try copy(at: recorded) }
    try writer.write(.gap(gap))
  }

  /// Copies the current keyframe.
  mutating func copyKeyframe(at recorded: RecordedStates) throws(LogError) {
    let start = writer.byteCount
    try copy(at: recorded)
    countKeyframe(from: start)
  }

  /// Copies the current keyframe with a new state.
  mutating func copyKeyframe(
    at recorded: RecordedStates, _ writeState: (inout [UInt8]) -> Void
  ) throws(LogError) {
    guard let record = recorded.record, let state = record.members?[.state] else { return }
    let start = writer.byteCount
    try writer.copy(record, replacing: state, writeState)
    countKeyframe(from: start)
  }

  /// Copies an action with a new patch.
  mutating func copy(_ line: ActionLine, withPatch patch: [UInt8]) throws(LogError) {
    try writer.copy(line, withPatch: patch)
  }

  /// Writes an action in place of the current one, whose unknown members are kept.
  mutating func write(
    _ action: LogAction, inPlaceOf old: LogAction, at recorded: RecordedStates
  ) throws(LogError) {
    let unknown = recorded.record.map { LogEntry.action(old).unknownMembers(in: $0.bytes) }
    try write { LogEntry.action(action).write(adding: unknown ?? JSONObject(), into: &$0) }
  }

  /// Writes a keyframe that was not recorded.
  mutating func writeKeyframe(
    seq: Int, timeMs: Double, _ writeState: (inout [UInt8]) -> Void
  ) throws(LogError) {
    let (start, dates, omissions) = (writer.byteCount, dates, omissions)
    try write {
      LineWriter.keyframe(
        seq: seq, timeMs: timeMs, dates: dates, omissions: omissions, into: &$0,
        writeState: writeState)
    }
    countKeyframe(from: start)
  }

  private mutating func countKeyframe(from start: Int) {
    keyframes.addKeyframe(byteCount: writer.byteCount - start)
    countedByteCount = writer.byteCount
  }

  /// Ends the log like the recorded one, including a torn last line.
  mutating func end(at recorded: RecordedStates) throws(LogError) {
    try writer.end(as: recorded.log)
  }

  /// Writes the lines that a closure appends.
  mutating func write(_ line: (inout [UInt8]) -> Void) throws(LogError) {
    try writer.write(line)
  }
}
