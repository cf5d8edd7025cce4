import RexLog

/// Where a recorder writes: a sink, or the segments in a folder.
enum LogDestination {
  case sink(any LogSink)
  case folder(SegmentFolder, Segments)
  /// For a recorder that records nothing.
  case nowhere

  var isNowhere: Bool { if case .nowhere = self { true } else { false } }
}

/// Appends to a log: knows what of it is whole, and where it can go back to.
///
///     session│keyframe│action│action│keyframe│action│act…
///            position ·      ·      position ·      committedEnd
///
/// After a failure the log is cut back to its last whole line. Where others took bytes away, it is
/// cut back to the last keyframe that is left, or begun again with its session line.
///
/// Where the log is segments, this is all true of the one being written.
final class LogAppender {
  private var sink: any LogSink
  private var session: LogSession
  private(set) var extent: FileExtent
  /// The segments, where there are any.
  private(set) var ring: SegmentRing?
  /// The bytes that were put into the log, those that were cut off again included.
  private(set) var appendedByteCount = 0
  private var byteCount = 0
  /// Whether an append failed since the log was last known to be whole.
  private var isTorn = false
  private var deferredEnding: DeferredEnding?
  /// How many deferred endings were flushed.
  private(set) var flushedEndingCount = 0
  /// Whether the last line is the log's end.
  var isEnded = false
  /// After a deletion of old segments failed, they are left alone until this time.
  private var nextTrimMs = 0.0

  /// The ending of the last line, while it waits to be written with what comes next.
  private struct DeferredEnding {
    var bytes: [UInt8]
    var seq: Int
    var timeMs: Double
  }

  /// Whether a state is in the log already, so that another one has to follow from it.
  var hasState: Bool { committedEnd.seq > 0 || !extent.keyframes.isEmpty }

  /// The end of the last whole entry.
  var committedEnd: FileExtent.Position { extent.committedEnd }

  /// Flushes the log to the disk, where that is asked for.
  let flusher: Flusher?

  /// Begins a log with its session line.
  init(
    _ session: LogSession, to destination: LogDestination, flusher: Flusher?
  ) throws(LogError) {
    (self.session, self.flusher) = (session, flusher)
    switch destination {
    case .nowhere:
      extent = FileExtent(after: session.after, sessionByteCount: 0)
      sink = LogBuffer()
      isEnded = true
    case .sink(let sink):
      let line = session.line
      extent = FileExtent(after: session.after, sessionByteCount: line.count)
      self.sink = sink
      try append(line)
    case .folder(let folder, let segments):
      self.session.segment = 1
      let line = self.session.line
      extent = FileExtent(after: session.after, sessionByteCount: line.count)
      var ring = SegmentRing(in: folder, segments)
      sink = try ring.begin(line, at: 0)
      self.ring = ring
      (byteCount, appendedByteCount) = (line.count, line.count)
    }
  }

  /// Appends bytes to the file; they count as lost until `commit`.
  func append(_ bytes: [UInt8]) throws(LogError) {
    guard let ending = deferredEnding else { return try write(bytes) }
    deferredEnding = nil
    let end = end(of: ending)
    let isJoined = bytes.count <= LogAppender.joinedBytesMax
    try write(isJoined ? ending.bytes + bytes : ending.bytes)
    commit(ending, at: end)
    if !isJoined { try write(bytes) }
  }

  /// More bytes than this are written by themselves, rather than copied behind a deferred ending.
  private static let joinedBytesMax = 1 << 16

  /// Whether the ending of the last line is deferred.
  var isEndingDeferred: Bool { deferredEnding != nil }

  /// Ends a line by bytes that are written with what comes next, or by `flushEnding`.
  ///
  /// Until then the line counts as open: it is lost if the next append fails.
  func deferEnding(_ bytes: [UInt8], seq: Int, at timeMs: Double) {
    deferredEnding = DeferredEnding(bytes: bytes, seq: seq, timeMs: timeMs)
  }

  /// Writes the deferred ending, if there is one.
  func flushEnding() throws(LogError) {
    if isEndingDeferred { try append([]) }
  }

  private func end(of ending: DeferredEnding) -> FileExtent.Position {
    FileExtent.Position(seq: ending.seq, byteCount: byteCount + ending.bytes.count)
  }

  private func write(_ bytes: [UInt8]) throws(LogError) {
    isTorn = true
    try sink.append(bytes)
    isTorn = false
    byteCount += bytes.count
    appendedByteCount += bytes.count
    try noteForFlush()
  }

  private func noteForFlush() throws(LogError) {
    guard let flusher else { return }
    try flusher.note(
      Flusher.Position(
        sink: sink, segment: ring?.number ?? 0, byteCount: committedEnd.byteCount))
  }

  /// What was appended so far ends a line, and is there to stay.
  func commit(seq: Int, at timeMs: Double, keyframeByteCount: Int? = nil) {
    extent.committedEnd = FileExtent.Position(seq: seq, byteCount: byteCount)
    if let keyframeByteCount {
      extent.keyframes.append(
        FileExtent.Keyframe(
          end: committedEnd, byteCount: keyframeByteCount, timeMs: timeMs))
    }
    trimIfPossible(at: timeMs)
  }

  private func commit(_ ending: DeferredEnding, at end: FileExtent.Position) {
    extent.committedEnd = end
    flushedEndingCount += 1
    trimIfPossible(at: ending.timeMs)
  }

  /// Lets others delete the log's folder, since nothing more is written.
  func unlock() { ring?.folder.lock?.release() }

  /// What is whole up to now, to be copied while more is written.
  func export(last span: LogSpan?, at timeMs: Double) -> LogExport {
    var files: [LogExport.File] = []
    if let ring {
      files = ring.finished.map { .init(.segment($0.number, in: ring.folder), $0.extent) }
    }
    files.append(.init(.sink(sink), extent))
    return LogExport(of: session, files, last: span, at: timeMs)
  }

  /// Cuts the log back to a whole line after a failure: see `committedEnd` for where that is.
  ///
  /// A log that ends in a whole line, as after a pause, is left alone.
  func restore() throws(LogError) {
    try flusher?.check()
    try ring?.clear()
    try flushEnding()
    guard isTorn || byteCount != committedEnd.byteCount else { return }
    isTorn = true
    byteCount = try sink.truncate(to: committedEnd.byteCount)
    while byteCount < committedEnd.byteCount {
      extent.keyframes.removeAll { $0.end.byteCount > byteCount }
      extent.committedEnd =
        extent.keyframes.last?.end ?? FileExtent.Position(seq: extent.after, byteCount: 0)
      byteCount = try sink.truncate(to: committedEnd.byteCount)
    }
    isTorn = false
    guard committedEnd.byteCount == 0 else { return }
    try append(session.line)
    extent.committedEnd.byteCount = byteCount
  }
}

// Segments.
extension LogAppender {
  /// Whether the next keyframe should begin a segment.
  func isSegmentDue(at timeMs: Double) -> Bool {
    guard let ring else { return false }
    var extent = extent
    if let deferredEnding { extent.committedEnd = end(of: deferredEnding) }
    return ring.isDue(extent, at: timeMs)
  }

  /// Whether nothing more may go into the segment that is written.
  func isSegmentOverdue(at timeMs: Double) -> Bool {
    ring?.isOverdue(extent, at: timeMs) ?? false
  }

  /// Begins a segment with this keyframe; what was appended to the last one is there to stay.
  ///
  /// No ending of a line may be deferred. On failure nothing has changed.
  func beginSegment(
    after seq: Int, at timeMs: Double, keyframe: [UInt8]
  ) throws(LogError) {
    guard let number = ring?.number else { return }
    try trim(at: timeMs)
    var next = session
    (next.after, next.segment) = (seq, ring?.nextNumber)
    let line = next.line
    guard let file = try ring?.begin(line + keyframe, at: timeMs) else { return }
    extent.committedEnd = FileExtent.Position(seq: seq, byteCount: byteCount)
    ring?.add(extent, number: number, endMs: timeMs)
    (sink, session) = (file, next)
    extent = FileExtent(after: seq, sessionByteCount: line.count)
    byteCount = line.count + keyframe.count
    appendedByteCount += byteCount
    commit(seq: seq, at: timeMs, keyframeByteCount: keyframe.count)
    try noteForFlush()
  }

  private func trim(at timeMs: Double) throws(LogError) {
    let flushed = flusher?.flushed
    try ring?.trim(extent, at: timeMs, flushed: flushed)
  }

  private func trimIfPossible(at timeMs: Double) {
    guard ring != nil, timeMs >= nextTrimMs else { return }
    do throws(LogError) {
      try trim(at: timeMs)
    } catch {
      nextTrimMs = timeMs + LogAppender.trimAgainMs
    }
  }

  /// A deletion that fails once fails again soon; each try costs a call of the system.
  private static let trimAgainMs = 1000.0
}

extension LogSession {
  /// The session's line.
  fileprivate var line: [UInt8] {
    var bytes: [UInt8] = []
    LogEntry.session(self).write(into: &bytes)
    return bytes
  }
}
