public import RexLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Recorder {
  /// Writes what was recorded so far as one log of its own, for a bug report.
  ///
  ///     try recorder.export(last: .minutes(5), to: path)
  ///
  /// It begins with the last keyframe that is as long ago, or the first there is, and ends with the
  /// last whole line: an action whose reducer runs now is not in it. The recording continues, and
  /// waits only while the end is fixed. What was redacted is so in the new log too.
  ///
  /// The file is new, for its owner alone, and gets its name when it was read back without error.
  /// Works on files, segments, `LogBuffer` and every sink that can
  /// `read`. Call it from any thread; the one that waits for the disk is the caller's.
  ///
  /// - Parameter span: how much of the end there should be, at least; nil for all.
  public func export(last span: LogSpan? = nil, to path: String) throws(LogError) {
    guard !isDisabled else {
      throw LogError(.system(operation: "export", code: ENOTSUP), log: path)
    }
    guard let export = write({ $0.export(last: span) }) else {
      // Called from inside the recorder, by an `encode(to:)` of the app.
      throw LogError(.system(operation: "export", code: EBUSY), log: path)
    }
    try export.write(to: path)
  }
}

extension RecordingSession {
  /// What is whole up to now, with the end that makes a log of it.
  fileprivate func export(last span: LogSpan?) -> LogExport {
    flushEnding()
    var export = appender.export(last: span, at: timeMs)
    guard !appender.isEnded else { return export }
    var lastSeq = appender.committedEnd.seq
    if openAction == nil, self.lastSeq > lastSeq {
      LogEntry.gap(LogGap(from: lastSeq + 1, to: self.lastSeq, reason: gapReason))
        .write(into: &export.ending)
      lastSeq = self.lastSeq
    }
    LogEntry.end(LogEnd(seq: lastSeq, timeMs: timeMs, reason: "exported"))
      .write(into: &export.ending)
    return export
  }

  private var gapReason: String {
    guard case .suspended(let suspension) = phase else { return "the log could not be written" }
    return suspension.reason
  }
}
