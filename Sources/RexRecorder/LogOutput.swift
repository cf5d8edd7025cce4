import RexLog

/// Where a recorder writes: a sink, or the segments in a folder.
enum LogDestination {
  case sink(any LogSink)
  case folder(SegmentFolder, Segments)
  /// For a recorder that records nothing.
  case nowhere

  var isNowhere: Bool { if case .nowhere = self { true } else { false } }
}

/// The end of a log that is written: what of it is whole, and where it can go back to.
///
///     session│keyframe│action│action│keyframe│action│act…
///            place    ·      ·      place    ·      whole.byteCount
///
/// After trouble the log is cut back to its last whole line. Where others took bytes away, it is
/// cut back to the last keyframe that is left, or begun again with its session line.
///
/// Where the log is segments, this is all true of the one being written.
final class LogOutput {
  // Not checked for exclusive access at run time, for the reason that `LogWriting` is not.
  @exclusivity(unchecked) private var sink: any LogSink
  private var session: LogSession
  @exclusivity(unchecked) private(set) var contents: LogContents
  /// The segments, where there are any.
  @exclusivity(unchecked) private(set) var ring: SegmentRing?
  /// The bytes that were put into the log, those that were cut off again included.
  @exclusivity(unchecked) private(set) var appendedByteCount = 0
  @exclusivity(unchecked) private var byteCount = 0
  /// Whether an append failed since the log was last known to be whole.
  @exclusivity(unchecked) private var isTorn = false
  /// The end of the last line, where it waits to be put out with what comes next.
  @exclusivity(unchecked) private var held: [UInt8] = []
  @exclusivity(unchecked) private var heldSeq = 0
  @exclusivity(unchecked) private var heldMs = 0.0
  /// How many ends that waited were put out.
  @exclusivity(unchecked) private(set) var releasedCount = 0
  /// Whether the last line is the log's end.
  var isEnded = false
  /// After trouble with old segments they are left alone until this time.
  private var nextTrimMs = 0.0

  /// Whether a state is in the log already, so that another one has to follow from it.
  var hasState: Bool { whole.seq > 0 || !contents.keyframes.isEmpty }

  /// The end of the last whole entry.
  var whole: LogContents.Place { contents.whole }

  /// Flushes the log to the disk, where that is asked for.
  let flusher: Flusher?

  /// Begins a log with its session line.
  init(
    _ session: LogSession, to destination: LogDestination, flusher: Flusher?
  ) throws(LogError) {
    (self.session, self.flusher) = (session, flusher)
    switch destination {
    case .nowhere:
      contents = LogContents(after: session.after, sessionByteCount: 0)
      sink = LogBuffer()
      isEnded = true
    case .sink(let sink):
      let line = session.line
      contents = LogContents(after: session.after, sessionByteCount: line.count)
      self.sink = sink
      try append(line)
    case .folder(let folder, let segments):
      self.session.segment = 1
      let line = self.session.line
      contents = LogContents(after: session.after, sessionByteCount: line.count)
      var ring = SegmentRing(in: folder, segments)
      sink = try ring.begin(line, at: 0)
      self.ring = ring
      (byteCount, appendedByteCount) = (line.count, line.count)
    }
  }

  /// Puts bytes behind all others; they count as lost until `settle` says that they are whole.
  func append(_ bytes: [UInt8]) throws(LogError) {
    guard isHolding else { return try put(bytes) }
    if bytes.count > LogOutput.joinedBytesMax {
      try release()
      return try put(bytes)
    }
    let whole = heldPlace
    held += bytes
    defer { held.removeAll(keepingCapacity: true) }
    try put(held)
    contents.whole = whole
    releasedCount += 1
    trimIfPossible(at: heldMs)
  }

  /// More bytes than this go out by themselves, rather than be copied behind the end that waits.
  private static let joinedBytesMax = 1 << 16

  /// Whether the end of the last line waits.
  var isHolding: Bool { !held.isEmpty }

  private var heldPlace: LogContents.Place {
    LogContents.Place(seq: heldSeq, byteCount: byteCount + held.count)
  }

  /// Ends a line by bytes that go out with what comes next, or by `release`.
  ///
  /// Until then the line counts as open: it is lost if the next append fails.
  func hold(_ bytes: [UInt8], seq: Int, at timeMs: Double) {
    held += bytes
    (heldSeq, heldMs) = (seq, timeMs)
  }

  /// Puts out the end that waits, if one does.
  func release() throws(LogError) {
    if isHolding { try append([]) }
  }

  private func put(_ bytes: [UInt8]) throws(LogError) {
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
      Flusher.Place(sink: sink, segment: ring?.number ?? 0, byteCount: whole.byteCount))
  }

  /// What was appended so far ends a line, and is there to stay.
  func settle(seq: Int, at timeMs: Double, keyframeByteCount: Int? = nil) {
    contents.whole = LogContents.Place(seq: seq, byteCount: byteCount)
    if let keyframeByteCount {
      contents.keyframes.append(
        LogContents.Keyframe(
          end: contents.whole, byteCount: keyframeByteCount, timeMs: timeMs))
    }
    trimIfPossible(at: timeMs)
  }

  /// Lets others delete the log's folder, since nothing more is written.
  func unlock() { ring?.folder.lock?.release() }

  /// What is whole up to now, to be copied while more is written.
  func excerpt(last span: LogSpan?, at timeMs: Double) -> LogExcerpt {
    var parts: [LogExcerpt.Part] = []
    if let ring {
      parts = ring.finished.map { .init(.segment($0.number, in: ring.folder), $0.contents) }
    }
    parts.append(.init(.sink(sink), contents))
    return LogExcerpt(of: session, parts, last: span, at: timeMs)
  }

  /// Cuts the log back to a whole line after trouble: see `whole` for where that is.
  ///
  /// A log that ends in a whole line, as after a pause, is left alone.
  func restore() throws(LogError) {
    try flusher?.check()
    try ring?.clear()
    try release()
    guard isTorn || byteCount != whole.byteCount else { return }
    isTorn = true
    byteCount = try sink.truncate(to: whole.byteCount)
    while byteCount < whole.byteCount {
      contents.keyframes.removeAll { $0.end.byteCount > byteCount }
      contents.whole =
        contents.keyframes.last?.end ?? LogContents.Place(seq: contents.after, byteCount: 0)
      byteCount = try sink.truncate(to: whole.byteCount)
    }
    isTorn = false
    guard whole.byteCount == 0 else { return }
    try append(session.line)
    contents.whole.byteCount = byteCount
  }
}

// Segments.
extension LogOutput {
  /// Whether the next keyframe should begin a segment.
  func isSegmentDue(at timeMs: Double) -> Bool {
    guard isHolding, ring != nil else { return ring?.isDue(contents, at: timeMs) ?? false }
    var contents = contents
    contents.whole = heldPlace
    return ring?.isDue(contents, at: timeMs) ?? false
  }

  /// Whether nothing more may go into the segment that is written.
  func isSegmentOverdue(at timeMs: Double) -> Bool {
    ring?.isOverdue(contents, at: timeMs) ?? false
  }

  /// Begins a segment with this keyframe; what was appended to the last one is there to stay.
  ///
  /// No end of a line may wait. On failure nothing has changed.
  func beginSegment(
    after seq: Int, at timeMs: Double, keyframe: [UInt8]
  ) throws(LogError) {
    guard let number = ring?.number else { return }
    try trim(at: timeMs)
    var next = session
    (next.after, next.segment) = (seq, ring?.nextNumber)
    let line = next.line
    guard let file = try ring?.begin(line + keyframe, at: timeMs) else { return }
    contents.whole = LogContents.Place(seq: seq, byteCount: byteCount)
    ring?.add(contents, number: number, endMs: timeMs)
    (sink, session) = (file, next)
    contents = LogContents(after: seq, sessionByteCount: line.count)
    byteCount = line.count + keyframe.count
    appendedByteCount += byteCount
    settle(seq: seq, at: timeMs, keyframeByteCount: keyframe.count)
    try noteForFlush()
  }

  private func trim(at timeMs: Double) throws(LogError) {
    let flushed = flusher?.flushed
    try ring?.trim(contents, at: timeMs, flushed: flushed)
  }

  private func trimIfPossible(at timeMs: Double) {
    guard ring != nil, timeMs >= nextTrimMs else { return }
    do throws(LogError) {
      try trim(at: timeMs)
    } catch {
      nextTrimMs = timeMs + LogOutput.trimAgainMs
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
