import RexActions
import RexDiff
import RexJSON
import RexLog

/// The lines themselves, each put out as a whole or, for an action, in two parts.
extension LogWriting {
  var elapsedMs: Double {
    (configuration.clock.monotonicMs() - startMs).roundedToMicroseconds
  }

  func encoder(of state: State) throws(RecorderFailure) -> StateEncoder<State> {
    do {
      return try filtering.whileEncoding {
        try StateEncoder(
          state, vouchingFor: configuration.vouchedTypes, userInfo: configuration.userInfo)
      }
    } catch {
      throw .state(String(describing: error))
    }
  }

  /// The patch to a state; nil where patches are not told.
  func patch(to state: State) throws(RecorderFailure) -> [UInt8]? {
    guard states != nil else { return nil }
    patchText.removeAll(keepingCapacity: patchText.capacity <= Self.keptBytesMax)
    do {
      try filtering.whileEncoding { try states?.update(to: state, patch: &patchText) }
    } catch {
      throw .state(String(describing: error))
    }
    return patchText
  }

  /// Memory beyond this goes with the patch or state that needed it.
  private static var keptBytesMax: Int { 1 << 16 }

  func writeBeginning(_ text: ActionText, source: ActionSource?, cause: Int? = nil) {
    LogLine.beginAction(
      seq: lastSeq, timeMs: timeMs, cause: cause, type: text.type,
      source: filtering.filtered(source), into: &buffer, payload: text.key
    ) { $0 += text.json }
  }

  /// Appends the rest of an action's line; false when its patch is left out for its size.
  func writeEnding(
    tookMs: Double, error: String?, isExact: Bool, patch: [UInt8]?
  ) -> Bool {
    let patch = patch.map { filtering.filtered($0, as: .patch) }
    let isWhole = (patch?.count ?? 0) <= configuration.patchBytesMax
    LogLine.endAction(
      tookMs: tookMs, error: error.map { filtering.filtered($0, as: .error) }, isExact: isExact,
      into: &buffer
    ) { bytes in
      guard let patch else { return LogLine.appendNoPatch(to: &bytes) }
      guard !isWhole else {
        bytes += patch
        return
      }
      LogLine.appendNoPatch(
        LogLeftOut(byteCount: patch.count, fingerprint: patch.fingerprint), to: &bytes)
    }
    return isWhole
  }

  /// Writes a whole entry of the recorder's own; false when its patch is left out for its size.
  func writeOpaque(
    _ type: String, because description: String, source: ActionSource? = nil,
    isExact: Bool = true, patch: [UInt8]?
  ) throws(RecorderFailure) -> Bool {
    lastSeq += 1
    buffer.removeAll(keepingCapacity: true)
    var json: [UInt8] = []
    LogLine.append(string: filtering.filtered(description, as: .opaque), to: &json)
    writeBeginning(.init(type: type, key: .opaque, json: json), source: source)
    let isWhole = writeEnding(tookMs: 0, error: nil, isExact: isExact, patch: patch)
    try settleLine()
    isLastUntold = patch == nil
    statistics.actionCount += 1
    statistics.opaqueCount += 1
    return isWhole
  }

  func write(_ entry: LogEntry) throws(RecorderFailure) {
    buffer.removeAll(keepingCapacity: true)
    entry.write(into: &buffer)
    try settleLine()
  }

  /// Writes a keyframe when the bytes since the last ask for one, after a check of what is kept.
  func writeKeyframeIfDue(of state: State) throws(RecorderFailure) {
    guard keyframes.isDue || output.isSegmentDue(at: timeMs) else { return }
    guard states != nil else { return try writeLoneKeyframeIfDue(of: state) }
    try checkEncoding(of: state)
    try writeKeyframe()
    following = .changes
  }

  /// Compares the kept document with a fresh encoding, and puts a correction into the log.
  ///
  /// They differ where an `encode(to:)` looks at something outside its value; the types in question
  /// are encoded anew each time from then on.
  private func checkEncoding(of state: State) throws(RecorderFailure) {
    var patch: [UInt8] = []
    let mismatch: StateEncoder<State>.Mismatch?
    do {
      mismatch = try filtering.whileEncoding { try states?.check(state, patch: &patch) }
    } catch {
      throw .state(String(describing: error))
    }
    guard let mismatch else { return }
    statistics.distrustedTypes += mismatch.distrustedTypes
    var description = "a fresh encoding of \(mismatch.type) differed at \(mismatch.pointer)"
    if !mismatch.distrustedTypes.isEmpty {
      description +=
        "; encoded anew from here: " + mismatch.distrustedTypes.joined(separator: ", ")
    }
    _ = try writeOpaque("encodingCorrected", because: description, patch: patch)
  }

  /// Writes the state that is kept, or this document of one.
  func writeKeyframe(
    as part: LinePart = .state, document: [UInt8] = []
  ) throws(RecorderFailure) {
    buffer.removeAll(keepingCapacity: true)
    var state = document
    if filtering.filter != nil {
      if state.isEmpty { states?.writeDocument(into: &state) }
      state = filtering.filtered(state, as: part)
    }
    LogLine.keyframe(seq: lastSeq, timeMs: timeMs, into: &buffer) {
      if state.isEmpty { states?.writeDocument(into: &$0) } else { $0 += state }
    }
    if try !beginSegmentIfDue() { try settleLine(isKeyframe: true) }
    keyframes.addKeyframe(byteCount: buffer.count)
    keyframeSeq = lastSeq
    if buffer.count > Self.keptBytesMax { buffer = [] }
  }

  /// Writes what was asked for while a line was open.
  func writePending() {
    let asked = pending
    pending = PendingLines()
    for (label, data) in asked.marks { mark(label, data: data) }
    if let reason = asked.closeReason { close(reason: reason) }
  }

  /// Puts out the buffer, which ends a line.
  func settleLine(isKeyframe: Bool = false) throws(RecorderFailure) {
    try flush()
    output.settle(
      seq: lastSeq, at: timeMs, keyframeByteCount: isKeyframe ? buffer.count : nil)
  }

  /// Ends an action's line with the buffer, now or with the next line, in one call of the system.
  func endLine(mayWait: Bool) throws(RecorderFailure) {
    if mayWait, isLastUntold {
      output.hold(buffer, seq: lastSeq, at: timeMs)
      keyframes.add(byteCount: buffer.count)
    } else {
      try settleLine()
      statistics.actionCount += 1
    }
  }

  /// Puts out the end of a line that waits.
  func release() {
    guard output.isHolding else { return }
    attempt { () throws(RecorderFailure) in try putOutEnd() }
  }

  /// The same within a step, whose failure it is.
  func putOutEnd() throws(RecorderFailure) {
    do throws(LogError) {
      try output.release()
    } catch {
      throw .log(error)
    }
    notePutOut()
  }

  private func notePutOut() {
    statistics.byteCount = output.appendedByteCount
    statistics.actionCount += output.releasedCount - countedReleases
    countedReleases = output.releasedCount
  }

  func flush() throws(RecorderFailure) {
    do throws(LogError) {
      try output.append(buffer)
    } catch {
      throw .log(error)
    }
    keyframes.add(byteCount: buffer.count)
    notePutOut()
    if let filter = filtering.filter { statistics.redactedCount = filter.coveredCount }
  }
}

extension Double {
  /// Milliseconds to three places, which is what a line shows.
  var roundedToMicroseconds: Double { (self * 1000).rounded() / 1000 }
}

extension LogSource {
  /// A dispatch's source as the log writes it.
  init(_ source: ActionSource) {
    self.init(
      file: source.file, line: max(0, source.line), function: source.function, info: source.info)
  }
}
