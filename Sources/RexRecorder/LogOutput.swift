import RexLog

/// The end of a log that is written: what of it is whole, and where it can go back to.
///
///     session│keyframe│action│action│keyframe│action│act…
///            place    ·      ·      place    ·      whole.byteCount
///
/// After trouble the log is cut back to its last whole line. Where others took bytes away, it is
/// cut back to the last keyframe that is left, or begun again with its session line.
struct LogOutput {
  private let sink: any LogSink
  private let sessionLine: [UInt8]
  /// The end of the last whole entry.
  private(set) var whole = Place(seq: 0, byteCount: 0)
  /// The bytes that were put into the log, those that were cut off again included.
  private(set) var appendedByteCount = 0
  private var byteCount = 0
  private var keyframes: [Place] = []
  /// Whether an append failed since the log was last known to be whole.
  private var isTorn = false

  /// The end of a line, and the number of the last action up to there.
  struct Place {
    var seq: Int
    var byteCount: Int
  }

  /// Begins a log with its session line.
  init(_ session: LogSession, to sink: any LogSink) throws(LogError) {
    self.sink = sink
    var line: [UInt8] = []
    LogEntry.session(session).write(into: &line)
    sessionLine = line
    try begin()
  }

  /// Puts bytes behind all others; they count as lost until `settle` says that they are whole.
  mutating func append(_ bytes: [UInt8]) throws(LogError) {
    isTorn = true
    try sink.append(bytes)
    isTorn = false
    byteCount += bytes.count
    appendedByteCount += bytes.count
  }

  /// What was appended so far ends a line, and is there to stay.
  mutating func settle(seq: Int, isKeyframe: Bool = false) {
    whole = Place(seq: seq, byteCount: byteCount)
    if isKeyframe { keyframes.append(whole) }
  }

  /// Cuts the log back to a whole line after trouble: see `whole` for where that is.
  ///
  /// A log that ends in a whole line, as after a pause, is left alone.
  mutating func restore() throws(LogError) {
    guard isTorn || byteCount != whole.byteCount else { return }
    isTorn = true
    byteCount = try sink.truncate(to: whole.byteCount)
    while byteCount < whole.byteCount {
      keyframes.removeAll { $0.byteCount > byteCount }
      whole = keyframes.last ?? Place(seq: 0, byteCount: 0)
      byteCount = try sink.truncate(to: whole.byteCount)
    }
    isTorn = false
    if whole.byteCount == 0 { try begin() }
  }

  private mutating func begin() throws(LogError) {
    try append(sessionLine)
    settle(seq: 0)
  }
}
