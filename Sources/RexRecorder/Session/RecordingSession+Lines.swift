import RexActions
import RexDiff
import RexFormat
import RexJSON
import RexRedaction

/// The estimated size of a line in bytes, without its action and patch.
private let lineByteCount = 128

/// Lines, each appended at once or, for an action, in two parts.
extension RecordingSession {
  /// Returns the beginning of an action's line.
  func beginning(
    _ text: ActionText, source: ActionSource?, cause: Int? = nil, path: JSONPointer? = nil
  ) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(text.payloadByteCount + lineByteCount)
    LineWriter.beginAction(
      seq: lastSeq, timeMs: timeMs, cause: cause, type: text.type,
      source: source.map { LogSource($0, redactor) }, into: &line, payload: text.key,
      seen: text.seen, leftOut: text.leftOut, path: path, dates: text.dates
    ) { $0 += text.json }
    return line
  }

  /// Returns the rest of an action's line, and whether it contains the patch.
  ///
  /// A patch that is too large by itself, or after a payload and inputs of some sizes, is left out.
  func ending(
    tookMs: Double, error: String?, isExact: Bool, patch: [UInt8]?,
    afterPayloadOf payload: Int, inputs: Int
  ) -> (line: [UInt8], isWhole: Bool) {
    let isWhole =
      patch.map {
        $0.count <= configuration.patchBytesMax
          && LineLimits.allows(patch: $0, afterPayloadOf: payload, inputs: inputs)
      } ?? true
    var line: [UInt8] = []
    line.reserveCapacity((patch?.count ?? 0) + lineByteCount)
    LineWriter.endAction(
      tookMs: tookMs, error: error.map(shownText), isExact: isExact,
      dates: patch == nil ? [] : Array(stateDates.takeNew()), into: &line
    ) { bytes in
      guard let patch else { return LineWriter.appendNoPatch(to: &bytes) }
      guard !isWhole else {
        bytes += patch
        return
      }
      LineWriter.appendNoPatch(
        LogLeftOut(byteCount: patch.count, fingerprint: patch.fingerprint), to: &bytes)
    }
    return (line, isWhole)
  }

  /// Writes an opaque entry of the recorder's own; returns false if its patch is too large.
  ///
  /// `path` is the path in the state that it is about, if any.
  func writeOpaque(
    _ type: String, because description: String, at path: JSONPointer? = nil,
    source: ActionSource? = nil, isExact: Bool = true, patch: [UInt8]?
  ) throws(RecorderFailure) -> Bool {
    lastSeq += 1
    var json: [UInt8] = []
    LineWriter.append(string: shownText(description), to: &json)
    let (end, isWhole) = ending(
      tookMs: 0, error: nil, isExact: isExact, patch: patch, afterPayloadOf: json.count, inputs: 0)
    let path = (path?.description.utf8.count ?? 0) <= LineLimits.textBytesMax ? path : nil
    let start = beginning(
      ActionText(type: type, key: .opaque, json: json), source: source, path: path)
    try commit(start + end)
    counts.actionCount += 1
    counts.opaqueCount += 1
    return isWhole
  }

  /// Returns a text as a line contains it.
  func shownText(_ text: String) -> String { LineLimits.text(redactor.redact(text: text)) }

  func writeEnd(reason: String) throws(RecorderFailure) {
    try write(
      .end(
        LogEnd(
          seq: lastSeq, timeMs: timeMs, reason: LineLimits.reason(redactor.redact(text: reason)),
          statistics: LogStatistics(statistics))))
    appender.isEnded = true
  }

  func write(_ entry: LogEntry) throws(RecorderFailure) {
    try commit(entry.line)
  }

  /// Writes a keyframe, into a new segment if one is due; returns whether one was started.
  @discardableResult
  func writeKeyframe(
    _ forEachRun: @escaping ((ArraySlice<UInt8>) throws(LogError) -> Void) throws(LogError) -> Void
  ) throws(RecorderFailure) -> Bool {
    // A reader may begin with any keyframe, so each has all places.
    _ = stateDates.takeNew()
    let line = KeyframeLine(
      seq: lastSeq, timeMs: timeMs,
      dates: LogDatePlaces(states: stateDates.paths, actions: actions.dates.paths),
      omissions: inspector?.omissions.map(LogOmission.init) ?? [],
      forEachRun: forEachRun)
    do throws(LogError) {
      if let byteCount = try beginSegmentIfDue(with: line) {
        keyframes.addKeyframe(byteCount: byteCount)
        return true
      }
      let byteCount = try line.write { (piece) throws(LogError) in try appender.append(piece) }
      appender.commit(seq: lastSeq, at: timeMs, keyframeByteCount: byteCount)
      keyframes.addKeyframe(byteCount: byteCount)
      return false
    } catch {
      throw .log(error)
    }
  }

  /// Starts a segment with a keyframe if one is due; returns the length of its line.
  ///
  /// If this fails, the current segment may grow to twice its length.
  private func beginSegmentIfDue(with keyframe: KeyframeLine) throws(LogError) -> Int? {
    guard appender.isSegmentDue(at: timeMs) else { return nil }
    try appender.flushEnding()
    do throws(LogError) {
      return try appender.beginSegment(after: lastSeq, at: timeMs, keyframe: keyframe)
    } catch {
      guard appender.isSegmentOverdue(at: timeMs) else { return nil }
      throw error
    }
  }

  /// Appends bytes that end a line, and commits them.
  func commit(_ bytes: [UInt8]) throws(RecorderFailure) {
    try append(bytes)
    appender.commit(seq: lastSeq, at: timeMs)
  }

  func append(_ bytes: [UInt8]) throws(RecorderFailure) {
    do throws(LogError) {
      try appender.append(bytes)
    } catch {
      throw .log(error)
    }
    keyframes.add(byteCount: bytes.count)
  }

  /// Writes the ending of the last line if it is deferred.
  func flushEnding() {
    guard appender.isEndingDeferred else { return }
    advance { () throws(RecorderFailure) in
      do throws(LogError) {
        try appender.flushEnding()
      } catch {
        throw .log(error)
      }
      return phase
    }
  }
}

extension Double {
  /// The milliseconds rounded to microseconds, as in a log's lines.
  var roundedToMicroseconds: Double { (self * 1000).rounded() / 1000 }
}

extension LogSource {
  /// Creates a log's source from the source of a dispatch, within the limits and redacted.
  init(_ source: ActionSource, _ redactor: Redactor) {
    self.init(
      file: LineLimits.name(source.file), line: min(max(0, source.line), Int.naturalEnd - 1),
      function: LineLimits.name(source.function),
      info: source.info.map { LineLimits.text(redactor.redact(text: $0)) })
  }
}
