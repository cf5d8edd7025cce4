import RexFormat

/// The destination of a recorder: a sink, or segments in a folder.
enum LogDestination {
  case sink(any LogSink)
  case folder(SegmentFolder, Segments)
  /// For a disabled recorder.
  case nowhere

  var isNowhere: Bool { if case .nowhere = self { true } else { false } }
}

/// Appends to a log, and knows which of its lines are complete.
///
///     session│keyframe│action│action│keyframe│action│act…
///            position ·      ·      position ·      committedEnd
///
/// After a failure, the log is truncated to its last complete line at once. If another process
/// truncated it further, it is truncated to the last remaining keyframe, or started again with its
/// session line.
///
/// In a segmented log, this applies to the current segment.
final class LogAppender {
  private var sink: any LogSink
  private var session: LogSession
  private(set) var extent: FileExtent
  /// The segments, if the log has them.
  private(set) var ring: SegmentRing?
  /// The number of bytes appended, including those that were truncated later.
  private(set) var appendedByteCount = 0
  private var byteCount = 0 { didSet { progress?.note(byteCount) } }
  /// Whether an append failed and the log has not been restored since.
  private var isTorn = false
  private var deferredEnding: DeferredEnding?
  /// The number of deferred endings that were written.
  private(set) var flushedEndingCount = 0
  /// Whether the last line is the end line.
  var isEnded = false
  /// The time before which deleting old segments is not retried after a failure.
  private var nextTrimMs = 0.0
  /// How far the log is written; nil if nobody follows it.
  private var progress: LogProgress?

  /// The ending of the last line, which is written together with the next line.
  private struct DeferredEnding {
    var bytes: [UInt8]
    var seq: Int
    var timeMs: Double
  }

  /// Whether the log already contains a state, from which the next one has to follow.
  var hasState: Bool { committedEnd.seq > 0 || !extent.keyframes.isEmpty }

  /// Whether a gap that is taken back later can be written: the log has its session line, and can
  /// be truncated.
  var mayEndInGap: Bool { session.truncatesFailures && committedEnd.byteCount > 0 }

  /// The end of the last complete entry.
  var committedEnd: FileExtent.Position { extent.committedEnd }

  /// Flushes the log to the disk, if the configuration asks for it.
  let flusher: Flusher?

  /// Starts a log with its session line.
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
      self.session.truncatesFailures = (try? sink.truncate(to: 0)) == 0
      let line = self.session.line
      extent = FileExtent(after: session.after, sessionByteCount: line.count)
      self.sink = sink
      try append(line)
    case .folder(let folder, let segments):
      (self.session.segment, self.session.truncatesFailures) = (1, true)
      let line = self.session.line
      extent = FileExtent(after: session.after, sessionByteCount: line.count)
      var ring = SegmentRing(in: folder, segments)
      sink = try ring.begin(at: 0) { (file) throws(LogError) in try file.append(line) }
      self.ring = ring
      (byteCount, appendedByteCount) = (line.count, line.count)
    }
  }

  /// Appends bytes; they are lost after a failure unless `commit` is called.
  func append(_ bytes: [UInt8]) throws(LogError) {
    guard let ending = deferredEnding else { return try write(bytes) }
    deferredEnding = nil
    let end = end(of: ending)
    let isJoined = bytes.count <= LogAppender.joinedBytesMax
    try write(isJoined ? ending.bytes + bytes : ending.bytes)
    commit(ending, at: end)
    if !isJoined { try write(bytes) }
  }

  /// The limit on bytes that are copied to be written together with a deferred ending.
  private static let joinedBytesMax = 1 << 16

  /// Whether the ending of the last line is deferred.
  var isEndingDeferred: Bool { deferredEnding != nil }

  /// Defers the ending of a line until the next append or `flushEnding`.
  ///
  /// Until then, the line is incomplete: it is lost if the next append fails.
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

  /// Marks the appended bytes as complete lines.
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

  /// Releases the lock on the log's folder, since nothing more is written.
  func unlock() { ring?.folder.lock?.release() }

  /// Returns an export of the complete lines, which can be copied while more are written.
  func export(last span: LogSpan?, at timeMs: Double) -> LogExport {
    var files: [LogExport.File] = []
    if let ring {
      files = ring.finished.map { .init(.segment($0.number, in: ring.folder), $0.extent) }
    }
    files.append(.init(.sink(sink), extent))
    return LogExport(of: session, files, last: span, at: timeMs)
  }

  /// Begins to tell how far the log is written.
  func follow() -> LogProgress {
    if let progress { return progress }
    let finished = (ring?.finished ?? []).map { ($0.number, $0.extent.committedEnd.byteCount) }
    let progress = LogProgress(
      finished, in: ring?.folder, current: ring?.number ?? 0, sink, byteCount: byteCount,
      app: session.app.name)
    self.progress = progress
    return progress
  }

  /// Prepares the log for more lines after a failure; see `cutBack`.
  func restore() throws(LogError) {
    try flusher?.check()
    try ring?.clear()
    try cutBack()
    guard committedEnd.byteCount == 0 else { return }
    try append(session.line)
    extent.committedEnd.byteCount = byteCount
  }

  /// Truncates the log to its last complete line, which needs no space; see `committedEnd`.
  ///
  /// Truncates nothing if the log ends in a complete line, as after a pause. A deferred ending is
  /// written first; if that fails, its line is truncated, too.
  func cutBack() throws(LogError) {
    try? flushEnding()
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
  }
}

// Segments.
extension LogAppender {
  /// Returns whether the next keyframe should start a new segment.
  func isSegmentDue(at timeMs: Double) -> Bool {
    guard let ring else { return false }
    var extent = extent
    if let deferredEnding { extent.committedEnd = end(of: deferredEnding) }
    return ring.isDue(extent, at: timeMs)
  }

  /// Returns whether the current segment is too long, or a failed one's file is not deleted yet.
  func isSegmentOverdue(at timeMs: Double) -> Bool {
    ring?.isOverdue(extent, at: timeMs) ?? false
  }

  /// Starts a segment with a keyframe; commits what was appended to the previous segment.
  ///
  /// Call it only when no ending is deferred. If no segment can be started, it throws, and
  /// the current one remains. Returns the length of the keyframe's line; nil without segments.
  func beginSegment(
    after seq: Int, at timeMs: Double, keyframe: KeyframeLine
  ) throws(LogError) -> Int? {
    guard let number = ring?.number else { return nil }
    try trim(at: timeMs)
    var next = session
    (next.after, next.segment) = (seq, ring?.nextNumber)
    let line = next.line
    var keyframeByteCount = 0
    let file = try ring?.begin(at: timeMs) { (file) throws(LogError) in
      keyframeByteCount = try keyframe.write(after: line) { (piece) throws(LogError) in
        try file.append(piece)
      }
    }
    guard let file else { return nil }
    extent.committedEnd = FileExtent.Position(seq: seq, byteCount: byteCount)
    ring?.add(extent, number: number, endMs: timeMs)
    (sink, session) = (file, next)
    if let ring { progress?.beginSegment(ring.number, file, keptFrom: ring.firstNumber) }
    extent = FileExtent(after: seq, sessionByteCount: line.count)
    byteCount = line.count + keyframeByteCount
    appendedByteCount += byteCount
    commit(seq: seq, at: timeMs, keyframeByteCount: keyframeByteCount)
    // The segment has begun, even if the last flush failed: the next append throws that failure.
    try? noteForFlush()
    return keyframeByteCount
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

  /// The delay before a failed deletion is retried, since each attempt costs a system call.
  private static let trimAgainMs = 1000.0
}

extension LogSession {
  fileprivate var line: [UInt8] { LogEntry.session(self).line }
}
