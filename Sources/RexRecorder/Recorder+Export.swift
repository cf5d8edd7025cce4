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
  /// last whole line: an action whose reducer runs now is not in it. The recording goes on, held up
  /// only while the end is fixed. What was redacted is so in the new log too.
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
    guard let excerpt = write({ $0.excerpt(last: span) }) else {
      // Called from inside the recorder, by an `encode(to:)` of the app.
      throw LogError(.system(operation: "export", code: EBUSY), log: path)
    }
    try excerpt.write(to: path)
  }
}

extension LogWriting {
  /// What is whole up to now, with the end that makes a log of it.
  fileprivate func excerpt(last span: LogSpan?) -> LogExcerpt {
    release()
    var excerpt = output.excerpt(last: span, at: timeMs)
    guard !output.isEnded else { return excerpt }
    var lastSeq = output.whole.seq
    if !isLineOpen, self.lastSeq > lastSeq {
      LogEntry.gap(LogGap(from: lastSeq + 1, to: self.lastSeq, reason: absenceReason))
        .write(into: &excerpt.ending)
      lastSeq = self.lastSeq
    }
    LogEntry.end(LogEnd(seq: lastSeq, timeMs: timeMs, reason: "exported"))
      .write(into: &excerpt.ending)
    return excerpt
  }

  private var absenceReason: String {
    if case .absent(let absence) = phase { absence.reason } else { "the log could not be written" }
  }
}
