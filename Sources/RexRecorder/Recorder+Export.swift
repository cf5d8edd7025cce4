import Foundation
public import RexFormat

extension Recorder {
  /// Writes everything recorded so far into a new log, for a bug report.
  ///
  ///     try recorder.export(last: .minutes(5), to: path)
  ///
  /// The log starts with the last keyframe that precedes the requested span, or else with the first
  /// keyframe. It ends with the last complete line, so an action whose reducer is running is not
  /// included. The recording continues, and waits only while the end is determined. Redacted values
  /// stay redacted.
  ///
  /// The file is accessible to its owner only, and is renamed to its path after it has been
  /// checked. This works for files, segments, `LogBuffer` and every sink that implements `read`, on
  /// any thread. Only the calling thread waits for the disk.
  ///
  /// - Parameters:
  ///   - span: The minimum length of the end to export; nil for the whole log.
  ///   - path: The path of the new file.
  public func export(last span: LogSpan? = nil, to path: String) throws(LogError) {
    guard !isDisabled else {
      throw LogError(.disabledRecorder, log: path)
    }
    guard let export = write({ $0.export(last: span) }) else {
      // The caller is code that the recorder calls, such as an `encode(to:)`, or a forked child.
      throw LogError(.system(operation: "export", code: EBUSY), log: path)
    }
    try export.write(to: path)
  }
}

extension RecordingSession {
  /// Returns an export of the complete lines, with an end line.
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
